import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { planDayWords } from "@rounds/domain/today/words.ts";
import { CalendarPlus } from "lucide-react";
import { usePlan } from "../doctors/usePlan.ts";
import { Button } from "../ui/Button.tsx";
import { Tag } from "../ui/Tag.tsx";
import { planDoctor } from "./plan-doctor.ts";

/** Plans a visit to a doctor for a day with one tap. Once it is planned it says so, also before the lists do. */
export function PlanButton({ doctor, day }: { doctor: { id: string; name: string }; day: Day }) {
  const { busy, visit_id, run } = usePlan((id, onUndone) => planDoctor(id, doctor, day, onUndone));
  if (visit_id !== undefined) return <Tag tone="accent">Planned</Tag>;
  return (
    <Button
      size="small"
      icon={CalendarPlus}
      busy={busy}
      aria-label={`Plan ${doctor.name} for ${planDayWords(day)}`}
      onClick={() => void run()}
    >
      Plan
    </Button>
  );
}
