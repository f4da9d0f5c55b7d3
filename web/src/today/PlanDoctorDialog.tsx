import { addDays } from "@rounds/domain/calendar/calendar.ts";
import { useQuery } from "@tanstack/react-query";
import { useToday } from "../api/clock.ts";
import type { PlanVisitProps } from "../doctors/PlanVisitDialog.tsx";
import { PlanDialog } from "./PlanDialog.tsx";
import { todayQuery } from "./queries.ts";

/** Plans a visit from a list or a doctor's page. If the next field day can't be read, tomorrow takes its place. */
export function PlanDoctorDialog({ doctor, onClose }: PlanVisitProps) {
  const today = useToday();
  const { data, isPending } = useQuery(todayQuery(today));
  if (isPending) return null;
  const next_day = data?.next_day ?? addDays(today, 1);
  return <PlanDialog doctor={doctor} today={today} next_day={next_day} onClose={onClose} />;
}
