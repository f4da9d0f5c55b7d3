import { longestViewName, type ViewListName } from "@rounds/domain/views/lists.ts";
import type { View } from "@rounds/domain/views/view.ts";
import { type FormEvent, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { newId } from "../api/new-id.ts";
import { TextField } from "../form/field/TextField.tsx";
import { Button } from "../ui/control/Button.tsx";
import { toast } from "../ui/message/toast.ts";
import { createView, updateView } from "./queries.ts";
import { undoOfView } from "./undo-view.ts";
import type { ListState } from "./view-state.ts";
import { viewWords } from "./view-words.ts";

type Props = {
  list: ViewListName;
  state: ListState;
  current: { view: View; changed: boolean } | undefined;
  isAdmin: boolean;
  onSaved: (view: View) => void;
};

/** Saves the list as it is shown: as a new view, or in the place of the one that was opened. */
export function SaveView({ list, state, current, isAdmin, onSaved }: Props) {
  // The same for every attempt, so that a repeated request saves nothing else.
  const [id, setId] = useState(newId);
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const attempt = async (save: () => Promise<View>, former?: View) => {
    setError(undefined);
    setBusy(true);
    try {
      const view = await save();
      onSaved(view);
      toast.success(`View “${view.name}” saved`, former && undoOfView(view, former));
      setName("");
      setShared(false);
      setId(newId());
    } catch (thrown) {
      const problem = asApiError(thrown);
      setError(problem.fields.name ?? problem.message);
    }
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void attempt(() => createView({ id, list, name, shared, ...state }));
  };
  const changed = current?.changed && (!current.view.shared || isAdmin) ? current.view : undefined;
  return (
    <form
      noValidate
      aria-label="Save view"
      className="flex flex-col gap-3 border-t border-line pt-4"
      onSubmit={submit}
    >
      {changed && (
        <div>
          <Button busy={busy} onClick={() => void attempt(() => updateView(changed, state), changed)}>
            Save changes to “{changed.name}”
          </Button>
        </div>
      )}
      <TextField
        label="Save as new view"
        placeholder="Name"
        maxLength={longestViewName}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setId(newId());
        }}
        error={error}
        hint={viewWords({ list, ...state })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        {isAdmin ? (
          <label className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={shared}
              onChange={(event) => {
                setShared(event.target.checked);
                setId(newId());
              }}
            />
            For everybody
          </label>
        ) : (
          <span />
        )}
        <Button type="submit" variant="primary" busy={busy} disabled={name.trim() === ""}>
          Save view
        </Button>
      </div>
    </form>
  );
}
