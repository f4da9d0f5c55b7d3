import { type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import { useWatch } from "react-hook-form";
import { useToday } from "../api/clock.ts";
import { Button } from "../ui/Button.tsx";
import { NoticeBanner } from "../ui/NoticeBanner.tsx";
import type { VisitFormApi } from "./visit-form.ts";

type Props = {
  form: VisitFormApi;
  /** Today when the form was filled in: the day that it proposed for the visit. */
  begun: Day;
};

/** Says that the day has changed since the form proposed it: it was left open over midnight, or continued later. */
export function DayChangedNotice({ form, begun }: Props) {
  const today = useToday();
  const visit_date = useWatch({ control: form.control, name: "visit_date" });
  if (today === begun || visit_date !== begun) return null;
  const change = () => form.setValue("visit_date", today, { shouldDirty: true, shouldValidate: true });
  return (
    <NoticeBanner
      kind="warning"
      action={
        <Button size="small" onClick={change}>
          Date it today
        </Button>
      }
    >
      The day has changed: today is {formatDay(today)}. This visit is dated {formatDay(begun)}.
    </NoticeBanner>
  );
}
