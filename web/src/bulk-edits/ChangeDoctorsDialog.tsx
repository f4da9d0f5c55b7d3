import { useState } from "react";
import { counted } from "../ui/figure/counted.ts";
import { BulkDialog } from "./BulkDialog.tsx";
import { ChangeFields } from "./ChangeFields.tsx";
import { type ChangeInput, changeOf, missingOf } from "./change-input.ts";
import { type SelectedDoctors, useBulkEdit } from "./useBulkEdit.ts";

/** Asks what to change in the selected doctors, does it portion by portion, and shows what could not be done. */
export function ChangeDoctorsDialog({ count, selection, onClose }: SelectedDoctors) {
  const bulk = useBulkEdit(selection, onClose);
  const [input, setInput] = useState<ChangeInput>({ kind: "doctor_class", value: "" });
  const missing = missingOf(input);
  const title = `Change ${counted((bulk.edit?.total ?? count) - bulk.staying, "doctor")}`;
  return (
    <BulkDialog
      bulk={bulk}
      title={title}
      submitLabel={title}
      onSubmit={() => (missing ? bulk.refuse(missing) : bulk.run(changeOf(input)))}
    >
      <ChangeFields
        input={input}
        error={bulk.valueError}
        disabled={bulk.running || bulk.started}
        onChange={(next) => {
          setInput(next);
          bulk.changed();
        }}
      />
    </BulkDialog>
  );
}
