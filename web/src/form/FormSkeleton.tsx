import type { ReactNode } from "react";
import type { Target } from "../paths.ts";
import { BackHeader } from "../ui/navigation/BackHeader.tsx";
import { useLeave } from "../ui/navigation/useLeave.ts";
import { useEscape } from "./useEscape.ts";

type Props = {
  title: string;
  back: Target;
  backLabel?: string;
  /** As of the form. */
  toOrigin?: boolean;
  /** For forms with a table of items. */
  wide?: boolean;
  /** The form's cards, with a Skeleton each. */
  children: ReactNode;
};

/** The place of a form while what it begins with is on its way; the arrow and Escape lead away as from the form. */
export function FormSkeleton({ title, back, backLabel, toOrigin, wide = false, children }: Props) {
  const leaveForm = useLeave();
  const leave = () => leaveForm(back, { toOrigin });
  useEscape(leave);
  return (
    <div className={`mx-auto flex w-full flex-col gap-5 ${wide ? "max-w-5xl" : "max-w-2xl"}`}>
      <BackHeader title={title} back={back} backLabel={backLabel} onBack={leave} />
      {children}
    </div>
  );
}
