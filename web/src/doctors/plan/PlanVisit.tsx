import { CalendarCheck, CalendarPlus } from "lucide-react";
import { Button } from "../../ui/control/Button.tsx";
import { IconButton } from "../../ui/control/IconButton.tsx";
import { toast } from "../../ui/message/toast.ts";
import { loadPlanner, type Planner } from "./plan-visits.ts";
import { usePlan } from "./usePlan.ts";

type Props = {
  doctor: { id: string; name: string };
  /** With a word instead of an icon alone. */
  words?: boolean;
};

/** Plans a visit to a doctor for the next field day with one tap. From then on it moves this visit to another day. */
export function PlanVisit({ doctor: { id, name }, words = false }: Props) {
  const doctor = { id, name };
  const { busy, visit_id, run } = usePlan((new_id, onUndone) =>
    withPlanner((planner) => planner.planNextDay(new_id, doctor, onUndone)),
  );
  const isPlanned = visit_id !== undefined;
  const icon = isPlanned ? CalendarCheck : CalendarPlus;
  const move = () => withPlanner((planner) => planner.chooseAnotherDay(doctor, visit_id ?? ""));
  const onClick = () => void (isPlanned ? move() : run());
  if (words) {
    return (
      <Button
        size="small"
        icon={icon}
        busy={busy}
        aria-label={isPlanned ? `Move the visit to ${name}` : `Plan visit to ${name}`}
        onClick={onClick}
      >
        {isPlanned ? "Move visit" : "Plan visit"}
      </Button>
    );
  }
  return (
    <IconButton
      icon={icon}
      label={isPlanned ? `Move the visit to ${name}` : `Plan a visit to ${name}`}
      title={isPlanned ? "Planned. Move to another day" : "Plan for the next field day"}
      aria-busy={busy || undefined}
      onClick={onClick}
    />
  );
}

async function withPlanner<Result>(run: (planner: Planner) => Promise<Result>): Promise<Result | undefined> {
  try {
    const planner = await loadPlanner?.();
    return planner && (await run(planner));
  } catch {
    toast.error("This could not be loaded. Please check your connection.");
    return undefined;
  }
}
