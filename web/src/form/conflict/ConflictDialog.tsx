import type { Choices, Side } from "@rounds/domain/records/merge.ts";
import { type FormEvent, useId, useState } from "react";
import { Button } from "../../ui/control/Button.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";

/** A field that both people changed, as shown; empty shows as "N/A". */
type ConflictField = { path: string; label: string; mine: string; theirs: string };

type Props = {
  /** Who saved in the meantime, if known. */
  changedBy: string | null;
  /** When, as shown. */
  changedAt: string;
  fields: readonly ConflictField[];
  /** Saves the form with the choices, one for each field. */
  onSave: (choices: Choices) => void;
  onClose: () => void;
};

/** Asks which value to save, for each field that two people changed at the same time. */
export function ConflictDialog({ changedBy, changedAt, fields, onSave, onClose }: Props) {
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(Object.fromEntries(fields.map(({ path }) => [path, choices[path] ?? "mine"])));
  };
  const many = fields.length > 1;
  return (
    <Dialog
      title={many ? "Which values should be saved?" : "Which value should be saved?"}
      description={`${changedBy ?? "Somebody"} saved this on ${changedAt} and changed ${many ? "these fields" : "this field"} too. All other changes of both of you are kept.`}
      role="alertdialog"
      size="medium"
      onClose={onClose}
    >
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        {fields.map((field) => (
          <fieldset key={field.path} className="min-w-0">
            <legend className="mb-1 font-medium">{field.label}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {(["mine", "theirs"] as const).map((side) => (
                <Choice
                  key={side}
                  name={field.path}
                  side={side}
                  value={field[side]}
                  isChosen={(choices[field.path] ?? "mine") === side}
                  onChoose={() => setChoices({ ...choices, [field.path]: side })}
                />
              ))}
            </div>
          </fieldset>
        ))}
        <DialogActions>
          <Button onClick={onClose}>Keep editing</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type ChoiceProps = {
  name: string;
  side: Side;
  value: string;
  isChosen: boolean;
  onChoose: () => void;
};

function Choice({ name, side, value, isChosen, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-11 cursor-pointer items-start gap-2.5 rounded-control border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
    >
      <input
        id={id}
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-accent sm:size-4"
      />
      <span className="min-w-0">
        <span className="block text-small text-muted">{side === "mine" ? "Yours" : "Saved meanwhile"}</span>{" "}
        <span className="block whitespace-pre-line wrap-anywhere">{value || "N/A"}</span>
      </span>
    </label>
  );
}
