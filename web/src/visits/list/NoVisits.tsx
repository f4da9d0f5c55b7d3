import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, CalendarSearch, Plus } from "lucide-react";
import { useToday } from "../../api/clock.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/control/Button.tsx";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { EmptyState } from "../../ui/message/EmptyState.tsx";
import { visitQueries } from "../queries.ts";

type Props = {
  narrowed: boolean;
  ranged: boolean;
  /** How many visits are after today and so left out by the dates. */
  ahead: number;
  onAllDates: () => void;
  onAhead: () => void;
};

/** Says why there is nothing: no visit matches the filters, or there is none at all. */
export function NoVisits({ narrowed, ranged, ahead, onAllDates, onAhead }: Props) {
  // Only the days are chosen, perhaps by default: whether there are any visits is not known then.
  const today = useToday();
  const everything = useQuery({ ...visitQueries.list({}, today), enabled: !narrowed && ranged });
  const none = !narrowed && (ranged ? everything.data?.total === 0 : true);
  if (!narrowed && ranged && everything.isPending) return <div className="min-h-60" />;
  if (none) {
    return (
      <EmptyState
        icon={CalendarCheck}
        title="No visits recorded yet"
        hint="Visits to doctors, with the products sold in each, are listed here."
        action={
          <ButtonLink variant="primary" icon={Plus} target={paths.addVisit()}>
            Add First Visit
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={CalendarSearch}
      title="No visits found matching your filters"
      hint={emptyHint(ranged, ahead)}
      action={
        ranged && (
          <span className="flex flex-wrap justify-center gap-2">
            {ahead > 0 && <Button onClick={onAhead}>Show upcoming visits</Button>}
            <Button onClick={onAllDates}>Show all dates</Button>
          </span>
        )
      }
    />
  );
}

function emptyHint(ranged: boolean, ahead: number): string {
  if (!ranged) return "Try fewer filters.";
  if (ahead === 0) return "There may be visits on other dates.";
  return `${counted(ahead, "visit")} ${ahead === 1 ? "is" : "are"} in the future.`;
}
