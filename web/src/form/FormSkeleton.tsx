import type { ReactNode } from "react";
import type { Target } from "../paths.ts";
import { BackHeader } from "../ui/BackHeader.tsx";

type Props = {
  title: string;
  back: Target;
  backLabel?: string;
  /** For forms with a table of items. */
  wide?: boolean;
  /** The form's cards, with a Skeleton each. */
  children: ReactNode;
};

/** The place of a form while what it begins with is on its way. */
export function FormSkeleton({ title, back, backLabel, wide = false, children }: Props) {
  return (
    <div className={`mx-auto flex w-full flex-col gap-5 ${wide ? "max-w-5xl" : "max-w-2xl"}`}>
      <BackHeader title={title} back={back} backLabel={backLabel} />
      {children}
    </div>
  );
}
