import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useToday } from "../../api/clock.ts";
import { useRefusals } from "../../api/permissions.ts";
import { doctorQueries } from "../../doctors/queries.ts";
import type { DraftPlace } from "../../form/draft/drafts.ts";
import { Button } from "../../ui/control/Button.tsx";
import { refused } from "../../ui/control/refused.ts";
import { NoticeBanner } from "../../ui/message/NoticeBanner.tsx";
import { scheduledFor, useCompleteInForm } from "./scheduled-visit.ts";
import type { VisitFormApi } from "./visit-form.ts";

type Props = {
  form: VisitFormApi;
  /** The input is taken along to the other visit, which then drops the draft of this one. */
  onLeave: () => DraftPlace;
};

/**
 * While a visit for today is being recorded for a doctor who has a scheduled one: offers to complete that one instead.
 */
export function ScheduledNotice({ form, onLeave }: Props) {
  const completeInForm = useCompleteInForm();
  const today = useToday();
  const refusals = useRefusals();
  const [doctor_id, visit_date] = useWatch({ control: form.control, name: ["doctor_id", "visit_date"] });
  const visits = useQuery({ ...doctorQueries.visits(doctor_id), enabled: doctor_id !== "" });
  const scheduled = scheduledFor(doctor_id === "" ? [] : (visits.data?.rows ?? []), today);
  if (!scheduled || visit_date !== today) return null;
  const refusal = refusals.ofVisit("edit", scheduled);

  const complete = ({ id }: VisitRow) => {
    const { notes, items, new_item } = form.getValues();
    completeInForm(id, { notes: notes ?? "", items, new_item, draft: onLeave() });
  };
  return (
    <NoticeBanner
      action={
        <Button size="small" onClick={() => complete(scheduled)} {...refused(refusal)}>
          Complete that one
        </Button>
      }
    >
      A visit to this doctor is scheduled for {formatDay(scheduled.visit_date)}.
    </NoticeBanner>
  );
}
