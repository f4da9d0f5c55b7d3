import { savedWords } from "../../api/phone/kept.ts";
import { undoOffer } from "../../history/undo-offer.ts";
import { LazyDeleteDialog } from "../../ui/dialog/LazyDialogs.tsx";
import { deleteDoctor, doctorQueries } from "../queries.ts";
import { deletionWords } from "./deletion-words.ts";

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
export function DeleteDoctorDialog({ doctor, failedText, ...dialog }: Props) {
  return (
    <LazyDeleteDialog
      {...dialog}
      title="Delete doctor"
      name={doctor.name}
      effect={doctorQueries.deletionEffect(doctor.id)}
      describe={(effect) => effect.refusal ?? deletionWords(effect)}
      isAllowed={({ refusal }) => refusal === undefined}
      goneText="This doctor was deleted already."
      onDelete={(confirmed) => deleteDoctor(doctor.id, confirmed ?? {})}
      doneText={(deleted) => savedWords(deleted, "Doctor deleted successfully")}
      offer={(deleted) => ({
        // Says which one each Undo brings back, if several are shown.
        lead: doctor.name,
        ...undoOffer(deleted, { noun: "doctors", id: doctor.id, op: "delete" }),
      })}
      failedText={({ message }) => failedText(message || "Unknown error")}
    />
  );
}
