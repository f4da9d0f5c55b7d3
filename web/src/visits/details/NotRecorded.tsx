import { notRecordedWords } from "@rounds/domain/coverage/slip-words.ts";
import { itemOf } from "@rounds/domain/visits/item-of.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { noPlanWords } from "@rounds/domain/visits/statuses.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { call } from "../../api/client.ts";
import { useRefusals } from "../../api/permissions.ts";
import { savedWords } from "../../api/phone/kept.ts";
import type { MissedVisitProps } from "../../doctors/details/MissedVisit.tsx";
import { undoOffer } from "../../history/undo-offer.ts";
import { paths } from "../../paths.ts";
import { useNavigate } from "../../router/RouterProvider.tsx";
import { Button } from "../../ui/control/Button.tsx";
import { refused } from "../../ui/control/refused.ts";
import { outcomeWords } from "../../ui/message/outcome.ts";
import { toast } from "../../ui/message/toast.ts";
import { TextLink } from "../../ui/navigation/TextLink.tsx";
import { blankItem } from "../form/visit-form.ts";
import { CancelledItemsDialog } from "../items/CancelledItemsDialog.tsx";
import { saveVisit, showVisit } from "../queries.ts";

/** A planned visit of the past that nobody recorded: it took place and is recorded, or it did not and is dismissed. */
export function NotRecorded({ visit, today }: MissedVisitProps) {
  const { id, visit_date } = visit;
  const refusal = useRefusals().ofVisit("edit", visit);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  /** The visit that is dismissed, while it is asked what becomes of its items. */
  const [withItems, setWithItems] = useState<Visit>();

  const record = () =>
    void navigate({
      ...paths.editVisit(id),
      state: { completes: { notes: "", items: [], new_item: blankItem, visit_date } },
    });
  const attempt = async (change: () => Promise<void>) => {
    setBusy(true);
    await change().catch((thrown: unknown) => {
      const error = asApiError(thrown);
      const refused =
        error.code === "not_permitted"
          ? error.message
          : "The visit could not be dismissed. Please try again.";
      toast.error(outcomeWords(error, refused, "the visit was dismissed"));
    });
    setBusy(false);
  };
  const cancel = (visit: Visit, keepsItems: boolean) =>
    attempt(async () => {
      const saved = await dismissVisit(visit, keepsItems);
      toast.success(
        savedWords(saved, "Planned visit dismissed."),
        undoOffer(saved, { noun: "visits", id, op: "update" }),
      );
    });
  const dismiss = () =>
    attempt(async () => {
      const visit = await call(visitRoutes.read, { params: { id } });
      const over = noPlanWords(visit.status);
      if (over) {
        toast.error(over);
        await showVisit(visit);
      } else if (visit.sales.length > 0) setWithItems(visit);
      else await cancel(visit, false);
    });
  const answer = (keepsItems: boolean) => {
    setWithItems(undefined);
    if (withItems) void cancel(withItems, keepsItems);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="text-warn">
        <TextLink target={paths.visit(id)}>{notRecordedWords(visit_date, today)}</TextLink>
      </p>
      <span className="flex gap-2 print:hidden">
        <Button size="small" onClick={record} {...refused(refusal)}>
          Record
        </Button>
        <Button
          size="small"
          variant="quiet"
          disabled={busy}
          onClick={() => void dismiss()}
          {...refused(refusal)}
        >
          Dismiss
        </Button>
      </span>
      {withItems && (
        <CancelledItemsDialog
          count={withItems.sales.length}
          onRemove={() => answer(false)}
          onKeep={() => answer(true)}
          onClose={() => setWithItems(undefined)}
        />
      )}
    </div>
  );
}

/**
 * Cancels a planned visit that did not take place. Throws `changed_meanwhile` if somebody saves it at that moment.
 */
async function dismissVisit(visit: Visit, keepsItems: boolean): Promise<Visit> {
  const { id, doctor_id, visit_date, notes, version } = visit;
  const items = keepsItems ? visit.sales.map(itemOf) : [];
  return await saveVisit(id, { doctor_id, visit_date, status: "cancelled", notes, items, version });
}
