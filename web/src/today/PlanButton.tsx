import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { planDayWords } from "@rounds/domain/today/words.ts";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { newId } from "../api/new-id.ts";
import { Button } from "../ui/Button.tsx";
import { Tag } from "../ui/Tag.tsx";
import { planDoctor } from "./plan-doctor.ts";

/** Plans a visit to a doctor for a day with one tap. Once it is planned it says so, also before the lists do. */
export function PlanButton({ doctor, day }: { doctor: { id: string; name: string }; day: Day }) {
  // The same visit at each attempt, so that a lost answer plans no second one.
  const [id, setId] = useState(newId);
  const [state, setState] = useState<"open" | "busy" | "planned">("open");
  const onUndone = () => {
    setId(newId());
    setState("open");
  };
  const plan = async () => {
    setState("busy");
    setState((await planDoctor(id, doctor, day, onUndone)) ? "planned" : "open");
  };
  if (state === "planned") return <Tag tone="accent">Planned</Tag>;
  return (
    <Button
      size="small"
      icon={CalendarPlus}
      busy={state === "busy"}
      aria-label={`Plan ${doctor.name} for ${planDayWords(day)}`}
      onClick={() => void plan()}
    >
      Plan
    </Button>
  );
}
