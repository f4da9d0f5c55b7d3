import type { Import } from "@rounds/domain/imports/import.ts";
import { importLabel, importLists } from "@rounds/domain/imports/import-lists.ts";
import { type ImportCells, type ImportRow, importCells } from "@rounds/domain/imports/import-row.ts";
import { FormDialog } from "../../form/FormDialog.tsx";
import { TextField } from "../../form/field/TextField.tsx";
import { toast } from "../../ui/message/toast.ts";
import { isWrong, verdictWords } from "../import-words.ts";
import { fixRow } from "../queries.ts";

type Props = { state: Import; row: ImportRow; onClose: () => void };

/** Corrects the cells of a row. What is wrong stands under its cell, before and after the server has looked again. */
export function FixRowDialog({ state, row, onClose }: Props) {
  const used = new Set<string | null>(state.mapping.map(({ field }) => field));
  const mentioned = new Set<string | null>(row.reasons.map(({ field }) => field));
  const { fields: all, main } = importLists[state.noun];
  const fields = all.filter(
    (field) => field === main || used.has(field) || mentioned.has(field) || row.cells[field] !== undefined,
  );
  const reasonsOf = (field: string) => row.reasons.filter((reason) => reason.field === field);
  const wrongOf = (field: string) => reasonsOf(field).find((reason) => isWrong(row, reason))?.message;
  const firstWrong = fields.find(wrongOf);
  return (
    <FormDialog<ImportCells, ImportCells, ImportRow>
      // With the new reasons, if it still can't be imported.
      key={JSON.stringify(row.cells)}
      title={`Correct line ${row.line}`}
      schema={importCells}
      defaultValues={Object.fromEntries(fields.map((field) => [field, row.cells[field] ?? ""]))}
      errorText="Failed to save the row. Please try again."
      onSave={(cells) => fixRow(state.id, { line: row.line, cells })}
      onSaved={({ line, verdict }) => {
        if (verdict === "refused") return toast.warning(`Line ${line} still can't be imported.`);
        toast.success(`Line ${line}: ${verdictWords[verdict].label}`);
        onClose();
      }}
      onClose={onClose}
    >
      {({ register, formState: { errors, dirtyFields } }) =>
        fields.map((field) => (
          <TextField
            key={field}
            label={importLabel(state.noun, field)}
            error={errors[field]?.message ?? (dirtyFields[field] ? undefined : wrongOf(field))}
            hint={reasonsOf(field).find((reason) => !isWrong(row, reason))?.message}
            data-autofocus={field === firstWrong || undefined}
            {...register(field)}
          />
        ))
      }
    </FormDialog>
  );
}
