import { formatCount } from "@rounds/domain/money/money.ts";
import type { VisitFrequency } from "@rounds/domain/visits/visit-list.ts";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { usePhone } from "../ui/useMediaQuery.ts";

const title = "Doctor Visit Frequency in Selected Period";

type Props = {
  /** Most visits first, as the server gives them; it names at most some of all. */
  frequencies: readonly VisitFrequency[];
  /** How many doctors were visited in all. */
  doctors: number;
};

/** Stands in the card's place while the counts could not be read. */
export function VisitFrequencyFailure({ error }: { error: unknown }) {
  const reached = asApiError(error).code !== "unreachable";
  return (
    <Card title={title}>
      <p className="text-muted">
        {reached
          ? "Database error fetching visit counts"
          : "Error loading visit statistics. Please try again."}
      </p>
    </Card>
  );
}

/** How often each doctor was visited in the chosen days. Nothing shows without any visit. */
export function VisitFrequencyCard({ frequencies, doctors }: Props) {
  const [all, setAll] = useState(false);
  const id = useId();
  const few = usePhone() ? 3 : 12;
  if (frequencies.length === 0) return null;
  const foldable = frequencies.length > few + 2;
  const shown = foldable && !all ? frequencies.slice(0, few) : frequencies;
  const unnamed = doctors - frequencies.length;
  return (
    <Card title={title}>
      <ul id={id} className="flex flex-wrap gap-2">
        {shown.map((frequency) => (
          <li key={frequency.doctor_id} className="min-w-0 max-w-full">
            <FrequencyChip frequency={frequency} />
          </li>
        ))}
      </ul>
      {(foldable || unnamed > 0) && (
        <div className="mt-2 -mb-1 -ml-2.5 flex flex-wrap items-center gap-x-3 gap-y-1">
          {foldable && (
            <Button
              size="small"
              variant="quiet"
              aria-expanded={all}
              aria-controls={id}
              onClick={() => setAll(!all)}
            >
              {all ? "Show fewer" : `Show all ${formatCount(frequencies.length)}`}
            </Button>
          )}
          {unnamed > 0 && (all || !foldable) && (
            <p className="pl-2.5 text-muted">
              and {formatCount(unnamed)} more {unnamed === 1 ? "doctor" : "doctors"}
            </p>
          )}
        </div>
      )}
    </Card>
  );
}

function FrequencyChip({ frequency: { doctor_id, name, city, count } }: { frequency: VisitFrequency }) {
  const visits = `${formatCount(count)} ${count === 1 ? "visit" : "visits"}`;
  return (
    <Link
      {...paths.doctor(doctor_id)}
      title={[name, city, visits].filter(Boolean).join(", ")}
      className="flex min-h-9 max-w-full items-center gap-2 rounded-full border border-line bg-surface py-1 pr-1.5 pl-3 text-small hover:border-line-strong hover:bg-hover touch:min-h-11"
    >
      <span className="max-w-60 min-w-0 truncate font-medium">{name}</span>
      {city && <span className="max-w-44 min-w-0 truncate text-muted">{city}</span>}
      <span className="shrink-0 rounded-full bg-accent-soft px-2 py-px font-semibold text-accent-strong">
        {formatCount(count)}
        <span className="sr-only">{count === 1 ? " visit" : " visits"}</span>
      </span>
    </Link>
  );
}
