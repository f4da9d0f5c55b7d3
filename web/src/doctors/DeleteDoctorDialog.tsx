import { useMutation, useQuery } from "@tanstack/react-query";
import { asApiError } from "../api/api-error.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { deletionWords } from "./deletion-words.ts";
import { deleteDoctor, doctorQueries } from "./queries.ts";

type Props = {
  doctor: { id: string; name: string };
  /** The sentence to confirm; the list's differs from the detail's. */
  question: string;
  /** The toast when it fails, from the server's message. */
  failedText: (message: string) => string;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks before a doctor is deleted, and says what else will be deleted. */
export function DeleteDoctorDialog({ doctor, question, failedText, onDeleted, onClose }: Props) {
  const effect = useQuery(doctorQueries.deletionEffect(doctor.id));
  const deletion = useMutation({
    mutationFn: () => deleteDoctor(doctor.id),
    onSuccess: () => {
      toast.success("Doctor deleted successfully");
      onDeleted();
    },
    onError: (error) => toast.error(failedText(asApiError(error).message || "Unknown error")),
  });
  const gone = effect.error !== null && asApiError(effect.error).code === "not_found";
  const words = effect.data
    ? deletionWords(effect.data)
    : gone
      ? "This doctor was deleted already."
      : effect.error
        ? "What else will be deleted could not be checked."
        : "Checking what else will be deleted…";
  return (
    <ConfirmDialog
      title="Delete doctor"
      question={question}
      details={
        <>
          <p className="font-medium">{doctor.name}</p>
          <p className="text-muted" aria-live="polite">
            {words}
          </p>
        </>
      }
      onDetailsRetry={effect.error && !gone ? () => void effect.refetch() : undefined}
      ready={effect.isSuccess || gone}
      busy={deletion.isPending}
      error={deletion.error && asApiError(deletion.error).message}
      onConfirm={() => deletion.mutate()}
      onCancel={onClose}
    />
  );
}
