import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useWatch } from "react-hook-form";
import { newId } from "../../api/new-id.ts";
import { doctorQueries } from "../../doctors/queries.ts";
import { Button } from "../../ui/control/Button.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { toast } from "../../ui/message/toast.ts";
import { type FormItem, storedVisitForm, type VisitFormApi } from "../form/visit-form.ts";
import { visitQueries } from "../queries.ts";

type Props = {
  form: VisitFormApi;
  isNew: boolean;
  /** How many items the form has. */
  count: number;
  /** Adds the items; `false` if they are too many. */
  onAdd: (items: readonly FormItem[]) => boolean;
  /** The items were added; now this button disappears, and with it the focus. */
  onRepeated: () => void;
};

const lastWithItems = (visits: readonly VisitRow[] = []) => visits.find((visit) => visit.item_count > 0);

/** Offers the items of the chosen doctor's last visit that had any, once, for a similar visit. */
export function RepeatLastItems({ form, isNew, count, onAdd, onRepeated }: Props) {
  const client = useQueryClient();
  const [doctor_id, repeated] = useWatch({ control: form.control, name: ["doctor_id", "repeated"] });
  const wanted = isNew || count === 0;
  const history = useQuery({ ...doctorQueries.visits(doctor_id), enabled: doctor_id !== "" && wanted });
  const last = doctor_id === "" ? undefined : lastWithItems(history.data?.rows);
  const repeat = useMutation({
    mutationFn: async (doctor_id: string) => {
      // What shows may be from before the visit that was saved a moment ago.
      const { rows } = await client.fetchQuery(doctorQueries.visits(doctor_id));
      const newest = lastWithItems(rows);
      return newest && (await client.fetchQuery(visitQueries.row(newest.id)));
    },
    onSuccess: (visit, doctor_id) => {
      // Its items are gone, and the button with them.
      if (!visit) return;
      // Another doctor was chosen meanwhile.
      if (form.getValues("doctor_id") !== doctor_id) return;
      const items = storedVisitForm(visit).items.map((item) => ({ ...item, id: newId() }));
      if (!onAdd(items)) return;
      form.setValue("repeated", visit.id, { shouldDirty: true });
      onRepeated();
    },
    onError: () => toast.error("Error loading visits. Please try again."),
  });

  if (!wanted || !last || (count > 0 && repeated === last.id)) return null;
  return (
    <>
      <span className="text-small text-muted">
        {counted(last.item_count, "item")} on {formatDay(last.visit_date)}
      </span>
      <Button
        size="small"
        icon={History}
        busy={repeat.isPending}
        busyLabel="Adding items..."
        onClick={() => repeat.mutate(doctor_id)}
      >
        Repeat last items
      </Button>
    </>
  );
}
