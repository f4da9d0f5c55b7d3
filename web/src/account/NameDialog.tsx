import { type FormEvent, useState } from "react";
import { TextField } from "../form/TextField.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { NoticeBanner } from "../ui/NoticeBanner.tsx";
import { SubmitActions } from "../ui/SubmitActions.tsx";
import { toast } from "../ui/toast.ts";
import { wordsOf } from "./auth-call.ts";
import { changeName } from "./profile.ts";
import { useAsking } from "./useAsking.ts";

const longest = 200;

/** Asks for the name; an empty one removes it. */
export function NameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [typed, setTyped] = useState(name);
  const [seen, setSeen] = useState(name);
  const [error, setError] = useState<string>();
  const { busy, run } = useAsking(typed !== seen);

  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted.length > longest) return setError(`Please use at most ${longest} characters`);
    setError(undefined);
    void run(
      async () => {
        await changeName(wanted);
        toast.success("Name saved.");
        onClose();
      },
      (thrown) => setError(wordsOf(thrown)),
    );
  };

  return (
    <Dialog title="Your name" busy={busy} onClose={onClose}>
      <form noValidate onSubmit={save} aria-label="Your name" className="flex flex-col gap-4">
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
              told={false}
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
        <SubmitActions onCancel={onClose} busy={busy} busyLabel="Saving...">
          Save
        </SubmitActions>
      </form>
    </Dialog>
  );
}
