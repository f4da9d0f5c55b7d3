import { type FormEvent, useState } from "react";
import { DraftNotice } from "../../form/draft/DraftNotice.tsx";
import { useDraftText } from "../../form/draft/useDraftText.ts";
import { TextField } from "../../form/field/TextField.tsx";
import { useLeaveQuestion } from "../../form/useLeaveQuestion.tsx";
import { undoOfferBy } from "../../history/undo-by.ts";
import { Button } from "../../ui/control/Button.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { SubmitActions } from "../../ui/dialog/SubmitActions.tsx";
import { NoticeBanner } from "../../ui/message/NoticeBanner.tsx";
import { toast } from "../../ui/message/toast.ts";
import { wordsOf } from "../auth-call.ts";
import { changeName } from "../profile.ts";
import { useAsking } from "../useAsking.ts";

const longest = 200;

/** Asks for the name; an empty one removes it. */
export function NameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const draft = useDraftText("account/name", name);
  const { text: typed, change: setTyped } = draft;
  const [seen, setSeen] = useState(name);
  const [error, setError] = useState<string>();
  const { busy, run, isUnknown } = useAsking(typed !== seen);

  const finish = () => {
    draft.saved();
    onClose();
  };
  const [close, leaveQuestion] = useLeaveQuestion(typed !== seen, isUnknown, finish);

  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    // Nothing was typed, so a change made elsewhere in the meantime is kept.
    if (typed === seen && name !== seen) return finish();
    if (wanted.length > longest) return setError(`Please use at most ${longest} characters`);
    setError(undefined);
    void run(
      async () => {
        await changeName(wanted);
        toast.success(
          "Name saved.",
          undoOfferBy("name", () => changeName(name), "Undone: your name is as before."),
        );
        finish();
      },
      (thrown) => setError(wordsOf(thrown)),
    );
  };

  return (
    <Dialog title="Your name" busy={busy} onClose={close}>
      <form noValidate onSubmit={save} aria-label="Your name" className="flex flex-col gap-4">
        <DraftNotice entry={draft.notice} busy={busy} />
        <TextField
          label="Name"
          autoComplete="name"
          hint="Optional."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          readOnly={busy}
          error={error}
        />
        <div role="status" className="empty:-mt-4">
          {name !== seen && name !== typed.trim() && !busy && (
            <NoticeBanner
              kind="warning"
              announced={false}
              action={
                <Button
                  size="small"
                  onClick={() => {
                    setTyped(name);
                    setSeen(name);
                  }}
                >
                  Use it
                </Button>
              }
            >
              {name ? `Meanwhile your name was changed to “${name}”.` : "Meanwhile your name was removed."}
            </NoticeBanner>
          )}
        </div>
        <SubmitActions onCancel={close} busy={busy} busyLabel="Saving...">
          Save
        </SubmitActions>
      </form>
      {leaveQuestion}
    </Dialog>
  );
}
