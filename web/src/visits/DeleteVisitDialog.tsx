import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { VisitDeletion } from "@rounds/domain/visits/visit-list.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ApiError, asApiError } from "../api/api-error.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { counted } from "../ui/counted.ts";
import { toast } from "../ui/toast.ts";
import { deleteVisit, visitQueries } from "./queries.ts";

type Props = {
  visit: { id: string; visit_date: string; doctor: { name: string } };
  /** The toast when it fails. */
  errorText: (error: ApiError) => string;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks before a visit is deleted, and says what else will be deleted. */
export function DeleteVisitDialog({ visit, errorText, onDeleted, onClose }: Props) {
  const effect = useQuery(visitQueries.deletionEffect(visit.id));
  const deletion = useMutation({
    mutationFn: () => deleteVisit(visit.id),
    onSuccess: (gone) => {
      toast.success(`Visit deleted successfully: ${deletedWords(visit, gone ?? effect.data)}`);
      onDeleted();
    },
    onError: (error) => toast.error(errorText(asApiError(error))),
  });
  const missing = effect.error !== null && asApiError(effect.error).code === "not_found";
  const words = effect.data
    ? effectWords(effect.data)
    : missing
      ? "This visit was deleted already."
      : effect.error
        ? "What else will be deleted could not be checked."
        : "Checking what else will be deleted…";
  return (
    <ConfirmDialog
      title="Delete visit"
      question="Are you sure you want to delete this visit? This will also delete all associated sales."
      details={
        <>
          <p className="font-medium break-words">
            {visit.doctor.name}, {formatDay(visit.visit_date)}
          </p>
          <p className="text-muted" aria-live="polite">
            {words}
          </p>
        </>
      }
      onDetailsRetry={effect.error && !missing ? () => void effect.refetch() : undefined}
      ready={effect.isSuccess || missing}
      busy={deletion.isPending}
      error={deletion.error && asApiError(deletion.error).message}
      onConfirm={() => deletion.mutate()}
      onCancel={onClose}
    />
  );
}

/** The doctor, day and number of sales of a deleted visit; the number only if it is known. */
function deletedWords({ doctor, visit_date }: Props["visit"], gone: VisitDeletion | undefined): string {
  const sales = gone && counted(gone.sales, "associated sale");
  return [doctor.name, formatDay(gone?.visit_date ?? visit_date), sales].filter(Boolean).join(", ");
}

function effectWords({ sales, units_returned }: VisitDeletion): string {
  if (sales === 0) return "It has no sales.";
  const back = units_returned === 1 ? "comes back" : "come back";
  return `${counted(sales, "sale")} will be deleted, and ${counted(units_returned, "unit")} ${back} into stock.`;
}
