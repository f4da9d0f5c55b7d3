import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../ui/control/Button.tsx";
import { FigureTable, type Rows } from "./FigureTable.tsx";

type Props = {
  label: string;
  /** The kind of chart: "bar chart". */
  kind: string;
  /** The same figures as rows, computed on request. */
  rows: () => Rows;
  children: ReactNode;
};

/** The frame of every chart: its name, how to use it, and the same figures as a table. */
export function ChartFrame({ label, kind, rows, children }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      role="group"
      aria-label={`${label}, ${kind}`}
      aria-describedby={`${id}-how`}
      className="flex min-w-0 flex-col gap-2"
    >
      <p id={`${id}-how`} className="sr-only">
        The arrow keys move between the figures, Enter opens the list behind one.
      </p>
      {children}
      <div className={open ? "" : "print:hidden"}>
        <div className="-mb-2 -ml-2.5 print:hidden">
          <Button
            variant="quiet"
            size="small"
            aria-expanded={open}
            aria-controls={open ? `${id}-table` : undefined}
            onClick={() => setOpen(!open)}
          >
            <span className="inline-flex items-center gap-1.5 text-small">
              <ChevronDown
                size={16}
                aria-hidden="true"
                className={`transition-transform duration-120 ${open ? "" : "-rotate-90"}`}
              />
              Show figures as a table
            </span>
          </Button>
        </div>
        {open && (
          <div id={`${id}-table`} className="pt-3">
            <FigureTable label={label} {...rows()} />
          </div>
        )}
      </div>
    </div>
  );
}
