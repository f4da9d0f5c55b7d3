import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { VisitDeletion } from "@rounds/domain/visits/visit-list.ts";
import type { ApiError } from "../../api/api-error.ts";
import { savedWords } from "../../api/phone/kept.ts";
import { undoOffer } from "../../history/undo-offer.ts";
import { LazyDeleteDialog } from "../../ui/dialog/LazyDialogs.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { deleteVisit, visitQueries } from "../queries.ts";
import { deletionWords } from "./deletion-words.ts";

type Props = {
  visit: { id: string; visit_date: string; doctor: { name: string } };
  /** The toast when it fails. */
  errorText: (error: ApiError) => string;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks before a visit is deleted, and says what else will be deleted. */
export function DeleteVisitDialog({ visit, errorText, ...dialog }: Props) {
  return (
    <LazyDeleteDialog
      {...dialog}
      title="Delete visit"
      question="Are you sure you want to delete this visit? This will also delete all associated sales."
      name={`${visit.doctor.name}, ${formatDay(visit.visit_date)}`}
      effect={visitQueries.deletionEffect(visit.id)}
      describe={deletionWords}
      goneText="This visit was deleted already."
      onDelete={(confirmed) => deleteVisit(visit.id, { version: confirmed?.version })}
      doneText={(gone, effect) =>
        savedWords(gone, `Visit deleted successfully: ${deletedWords(visit, gone ?? effect)}`)
      }
      offer={(deleted) => undoOffer(deleted, { noun: "visits", id: visit.id, op: "delete" })}
      failedText={errorText}
    />
  );
}

/** The doctor, day and number of sales of a deleted visit; the number only if it is known. */
function deletedWords({ doctor, visit_date }: Props["visit"], gone: VisitDeletion | undefined): string {
  const sales = gone && counted(gone.sales, "associated sale");
  return [doctor.name, formatDay(gone?.visit_date ?? visit_date), sales].filter(Boolean).join(", ");
}
