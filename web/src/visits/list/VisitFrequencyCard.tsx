import { formatCount } from "@rounds/domain/money/count.ts";
import type { VisitFrequency } from "@rounds/domain/visits/visit-list.ts";
import { type ReactNode, useId, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { paths } from "../../paths.ts";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";

const title = "Doctor Visit Frequency in Selected Period";

/** Chips in the closed line; few fit, and one can scroll to the others. */
const inLine = 20;

type Props = {
  /** Most visits first, as the server sends them; at most some of all. `undefined` until they are loaded. */
  frequencies: readonly VisitFrequency[] | undefined;
  /** How many doctors were visited in total. */
  doctors: number;
  /** Why they could not be loaded. */
  error: unknown;
};

/**
 * How often each doctor was visited on the chosen days: one line of chips, which expands to all. Its space is reserved
 * from the start, so that nothing moves when they arrive. It is empty without any visit.
 */
export function VisitFrequencyCard({ frequencies, doctors, error }: Props) {
  const [all, setAll] = useState(false);
  const id = useId();
  if (!frequencies) return <Strip>{error ? <Failure error={error} /> : null}</Strip>;
  if (frequencies.length === 0) return <Strip>{null}</Strip>;
  const unnamed = doctors - frequencies.length;
  const shown = all ? frequencies : frequencies.slice(0, inLine);
  return (
    <Strip
      open={all}
      button={
        frequencies.length > 1 && (
          <button
            type="button"
            className="min-h-8 shrink-0 rounded-control px-1 text-small font-medium whitespace-nowrap text-accent hover:underline print:hidden touch:min-h-11"
            aria-expanded={all}
            aria-controls={id}
            onClick={() => setAll(!all)}
          >
            {all ? "Show fewer" : `Show all ${formatCount(frequencies.length)}`}
          </button>
        )
      }
    >
      <ul id={id} className={all ? "flex flex-wrap gap-2" : "flex gap-2 print:flex-wrap"}>
        {shown.map((frequency) => (
          <li key={frequency.doctor_id} className={all ? "min-w-0 max-w-full" : "shrink-0"}>
            <FrequencyChip frequency={frequency} />
          </li>
        ))}
        {all && unnamed > 0 && (
          <li className="self-center px-1 text-muted">
            and {formatCount(unnamed)} more {unnamed === 1 ? "doctor" : "doctors"}
          </li>
        )}
      </ul>
    </Strip>
  );
}

type StripProps = { button?: ReactNode; open?: boolean; children: ReactNode };

/** One line: the title, the chips after it, and the button that expands it; expanded chips are below the title. */
function Strip({ button, open = false, children }: StripProps) {
  const id = useId();
  const body = open
    ? "flex-wrap py-1"
    : "relative -m-1 flex-1 overflow-x-auto overscroll-x-contain p-1 [scrollbar-width:none] print:flex-wrap print:overflow-visible";
  return (
    <section
      aria-labelledby={id}
      className={`flex min-h-10 min-w-0 flex-1 basis-full items-center gap-x-3 touch:min-h-13 lg:basis-0 ${children ? "" : "invisible"}`}
    >
      <div className={`flex min-w-0 items-center gap-x-3 gap-y-2 ${body}`}>
        <h2 id={id} className={`shrink-0 text-xs font-medium text-muted ${open ? "w-full" : "w-25 sm:w-38"}`}>
          {title}
        </h2>
        {children}
      </div>
      {button && <div className={`min-w-20 shrink-0 text-right ${open ? "self-start" : ""}`}>{button}</div>}
    </section>
  );
}

function Failure({ error }: { error: unknown }) {
  const reached = asApiError(error).code !== "unreachable";
  return (
    <p className="text-muted">
      {reached ? "Database error fetching visit counts" : "Error loading visit statistics. Please try again."}
    </p>
  );
}

function FrequencyChip({ frequency: { doctor_id, name, city, count } }: { frequency: VisitFrequency }) {
  const visits = `${formatCount(count)} ${count === 1 ? "visit" : "visits"}`;
  return (
    <ScreenLink
      {...paths.doctor(doctor_id)}
      title={[name, city, visits].filter(Boolean).join(", ")}
      className="flex min-h-8 max-w-full items-center gap-2 rounded-full border border-line bg-surface py-0.5 pr-1 pl-3 text-small whitespace-nowrap hover:border-line-strong hover:bg-hover touch:min-h-11"
    >
      <span className="max-w-60 min-w-0 truncate font-medium">{name}</span>
      {city && <span className="max-w-36 min-w-0 truncate text-muted">{city}</span>}
      <span className="shrink-0 rounded-full bg-accent-soft px-2 py-px font-semibold text-accent-strong">
        {formatCount(count)}
        <span className="sr-only">{count === 1 ? " visit" : " visits"}</span>
      </span>
    </ScreenLink>
  );
}
