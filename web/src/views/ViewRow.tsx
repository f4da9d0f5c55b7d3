import { longestViewName } from "@rounds/domain/views/lists.ts";
import type { View } from "@rounds/domain/views/view.ts";
import { ArrowUp, Check, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { asApiError, isMissing } from "../api/api-error.ts";
import { TextField } from "../form/field/TextField.tsx";
import { Button } from "../ui/control/Button.tsx";
import { IconButton } from "../ui/control/IconButton.tsx";
import { toast } from "../ui/message/toast.ts";
import { updateView } from "./queries.ts";
import { undoOfView } from "./undo-view.ts";
import { viewWords } from "./view-words.ts";

type OpenProps = { name: string; words: string; isCurrent: boolean; onOpen: () => void };

/** The button that opens a view. */
export function OpenRow({ name, words, isCurrent, onOpen }: OpenProps) {
  return (
    <button
      type="button"
      aria-current={isCurrent || undefined}
      className="flex min-h-11 w-full min-w-0 flex-1 items-center gap-2 rounded-control px-2 py-1.5 text-left hover:bg-hover"
      onClick={onOpen}
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words">{name}</span>
        <span className="block text-small break-words text-muted">{words}</span>
      </span>
      {isCurrent && <Check size={16} aria-hidden="true" className="shrink-0 text-accent" />}
    </button>
  );
}

type Props = {
  view: View;
  isCurrent: boolean;
  /** Whether the person may change it. */
  editable: boolean;
  onOpen: () => void;
  /** Moves it up; undefined if it is the first. */
  onUp: (() => void) | undefined;
  onDelete: () => void;
};

/** One saved view. */
export function ViewRow({ view, isCurrent, editable, onOpen, onUp, onDelete }: Props) {
  const [renaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const { name } = view;
  const endRenaming = () => {
    flushSync(() => setRenaming(false));
    rename.current?.focus();
  };
  if (renaming) return <Rename view={view} onEnd={endRenaming} />;
  return (
    <li data-row className="flex items-center">
      <OpenRow name={name} words={viewWords(view)} isCurrent={isCurrent} onOpen={onOpen} />
      {editable && (
        <>
          {onUp && <IconButton icon={ArrowUp} label={`Move ${name} up`} onClick={onUp} />}
          <IconButton ref={rename} icon={Pencil} label={`Rename ${name}`} onClick={() => setRenaming(true)} />
          <IconButton danger icon={Trash2} label={`Delete ${name}`} onClick={onDelete} />
        </>
      )}
    </li>
  );
}

function Rename({ view, onEnd }: { view: View; onEnd: () => void }) {
  const [name, setName] = useState(view.name);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const saved = await updateView(view, { name });
      toast.success(`View “${saved.name}” saved`, undoOfView(saved, view));
      onEnd();
    } catch (thrown) {
      const problem = asApiError(thrown);
      // The row goes, and its form with it.
      if (isMissing(problem)) toast.error(problem.message);
      setError(problem.fields.name ?? problem.message);
      setBusy(false);
    }
  };
  return (
    <li data-row className="px-2 py-2">
      <form noValidate aria-label={`Rename ${view.name}`} className="flex items-start gap-2" onSubmit={save}>
        <div className="min-w-0 flex-1">
          <TextField
            label="New name"
            required
            autoFocus
            maxLength={longestViewName}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={error}
          />
        </div>
        <span className="mt-6 flex gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            Rename
          </Button>
          <Button onClick={onEnd} disabled={busy}>
            Cancel
          </Button>
        </span>
      </form>
    </li>
  );
}
