import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { skipInput } from "@rounds/domain/today/skip.ts";
import { savedWords } from "../api/phone/kept.ts";
import { SkipFields } from "../doctors/plan/SkipFields.tsx";
import { FormDialog } from "../form/FormDialog.tsx";
import { undoOfferBy } from "../history/undo-by.ts";
import { toast } from "../ui/message/toast.ts";
import { skipDoctor, undoSkip } from "./queries.ts";

type Props = { doctor: { id: string; name: string }; day: Day; onClose: () => void };

/** Asks why a doctor is not seen today. */
export function SkipDialog({ doctor, day, onClose }: Props) {
  return (
    <FormDialog
      title="Skip for today"
      description={doctor.name}
      schema={skipInput}
      defaultValues={{ day, note: "" }}
      onSave={(values) => skipDoctor(doctor.id, values)}
      onSaved={(saved) => {
        toast.success(
          savedWords(saved, `${doctor.name} is skipped today.`),
          undoOfferBy(
            `skip ${doctor.id}`,
            () => undoSkip(doctor.id, day),
            `Undone: ${doctor.name} is not skipped any more.`,
          ),
        );
        onClose();
      }}
      onClose={onClose}
      errorText="The doctor could not be skipped."
      submitLabel="Skip"
      busyLabel="Skipping..."
    >
      {(form) => <SkipFields form={form} />}
    </FormDialog>
  );
}
