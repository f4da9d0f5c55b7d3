import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class.ts";

type Props = Omit<ComponentProps<"select">, "className"> & {
  /** Shows that the choice is refused. */
  wrong?: boolean;
};

/** The browser's own select, with the look of the other fields. */
export function Select({ wrong = false, ...select }: Props) {
  return (
    <div className="relative">
      <select {...select} className={`${controlClass(wrong)} appearance-none truncate pr-9`} />
      <ChevronDown
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
