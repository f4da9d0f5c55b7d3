import { roleLabels, type TeamRole, teamRoles } from "@rounds/domain/team/roles.ts";
import { CircleAlert, CircleCheck } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { holdUnsavedWork } from "../../api/unsaved-work.ts";
import { DraftNotice } from "../../form/draft/DraftNotice.tsx";
import { useDraftText } from "../../form/draft/useDraftText.ts";
import { SelectField } from "../../form/field/SelectField.tsx";
import { TextArea } from "../../form/field/TextArea.tsx";
import { useAskBeforeClosing } from "../../form/useUnsavedChanges.tsx";
import { Button } from "../../ui/control/Button.tsx";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { SubmitActions } from "../../ui/dialog/SubmitActions.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { toast } from "../../ui/message/toast.ts";
import { addressProblem, readAddresses } from "./invite-addresses.ts";
import { byHand, invitePeople, type Outcome, sentWords } from "./invite-people.ts";
import { LinkBox } from "./LinkBox.tsx";

/** Asks whom to invite, one or many, and shows the result for each. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const draft = useDraftText("team/invite", "");
  const { text: typed, change: setTyped } = draft;
  const [role, setRole] = useState<TeamRole>("representative");
  const [error, setError] = useState<string>();
  /** How many of how many are done; undefined while none is being sent. */
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const [outcomes, setOutcomes] = useState<Outcome[]>();
  const area = useRef<HTMLTextAreaElement>(null);
  const [leaving, setLeaving] = useState(false);
  const busy = progress !== undefined;
  const finish = () => {
    draft.saved();
    onClose();
  };
  const close = () => (typed.trim() === "" ? finish() : setLeaving(true));
  useEffect(() => (typed !== "" || busy ? holdUnsavedWork() : undefined), [typed, busy]);
  useAskBeforeClosing(typed !== "" && !draft.isKept);

  const fail = (message: string) => {
    setError(message);
    area.current?.focus();
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const addresses = readAddresses(typed);
    const problem = addressProblem(addresses);
    if (problem) return fail(problem);
    setError(undefined);
    const all = addresses.length;
    setProgress({ done: 0, all });
    const found = await invitePeople(addresses, role, (done) => setProgress({ done, all }));
    setProgress(undefined);
    const [only] = found;
    if (all === 1 && only && !only.invited) return fail(only.problem);
    if (found.every((outcome) => outcome.invited && outcome.link === null)) {
      toast.success(sentWords(found), { duration: 6000 });
      return finish();
    }
    draft.saved();
    setOutcomes(found);
  };

  if (outcomes) {
    const refused = outcomes.filter((outcome) => !outcome.invited);
    return (
      <Outcomes
        outcomes={outcomes}
        onClose={onClose}
        onBack={() => {
          setTyped(refused.map(({ email }) => email).join("\n"));
          setOutcomes(undefined);
        }}
      />
    );
  }

  const count = readAddresses(typed).length;
  return (
    <>
      <Dialog
        title="Invite people"
        description={
          byHand
            ? "No mail server is set: you get a link for each person, to copy and pass on."
            : "Each of them gets a mail with a link to choose a password. It is good for 24 hours."
        }
        size="medium"
        busy={busy}
        onClose={close}
      >
        <form noValidate aria-label="Invite people" className="flex flex-col gap-4" onSubmit={send}>
          <DraftNotice entry={draft.notice} busy={busy} />
          <TextArea
            ref={area}
            label="Email addresses"
            required
            rows={4}
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder="asha@example.com"
            hint={
              <>
                One, or several on lines of their own or with commas between.
                <span className="touch:hidden"> Ctrl or ⌘ and Enter sends.</span>
              </>
            }
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            readOnly={busy}
            error={error}
          />
          <SelectField
            label="Role"
            hint={roleHints[role]}
            options={teamRoles.map((value) => ({ value, label: roleLabels[value] }))}
            value={role}
            disabled={busy}
            onChange={(event) => setRole(teamRoles.find((one) => one === event.target.value) ?? role)}
          />
          <SubmitActions
            onCancel={close}
            busy={busy}
            busyLabel={
              progress && progress.all > 1
                ? `Inviting ${progress.done + 1} of ${progress.all}...`
                : "Inviting..."
            }
          >
            {count > 1 ? `Invite ${counted(count, "person").replace("persons", "people")}` : "Invite"}
          </SubmitActions>
        </form>
      </Dialog>
      {leaving && (
        <ConfirmDialog
          title="Leave without inviting?"
          question="The addresses that you typed are dropped."
          confirmLabel="Leave"
          cancelLabel="Keep typing"
          onConfirm={finish}
          onCancel={() => setLeaving(false)}
        />
      )}
    </>
  );
}

/** What each role may do. */
const roleHints: Record<TeamRole, string> = {
  representative: "Representatives may do what Team settings allow them.",
  manager: "Managers may do what Team settings allow them.",
  admin: "Administrators see this page too: they invite, disable and delete people, and may do everything.",
};

type OutcomesProps = { outcomes: readonly Outcome[]; onBack: () => void; onClose: () => void };

function Outcomes({ outcomes, onBack, onClose }: OutcomesProps) {
  const invited = outcomes.filter((outcome) => outcome.invited);
  const refused = outcomes.filter((outcome) => !outcome.invited);
  const links = invited.some(({ link }) => link !== null);
  return (
    <Dialog
      key="outcomes"
      title={refused.length === 0 ? "Invited" : `${invited.length} of ${outcomes.length} invited`}
      description={
        invited.length === 0
          ? "Nobody was invited."
          : links
            ? "No mail server is set, so nothing was mailed. Pass each link on to its owner: it is good for 24 hours, and works once."
            : "The links in the mails are good for 24 hours."
      }
      size="medium"
      onClose={onClose}
    >
      <ul aria-label="Invitations" className="flex flex-col gap-3">
        {outcomes.map((outcome) => (
          <li key={outcome.email}>
            {outcome.invited && outcome.link !== null ? (
              <LinkBox label={`Link for ${outcome.email}`} link={outcome.link} />
            ) : (
              <OutcomeLine outcome={outcome} />
            )}
          </li>
        ))}
      </ul>
      <DialogActions>
        {refused.length > 0 && <Button onClick={onBack}>Change those not invited</Button>}
        <Button variant="primary" onClick={onClose} data-autofocus>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function OutcomeLine({ outcome }: { outcome: Outcome }) {
  const Icon = outcome.invited ? CircleCheck : CircleAlert;
  return (
    <p className="flex items-start gap-2">
      <Icon
        size={18}
        aria-hidden="true"
        className={`mt-0.5 shrink-0 ${outcome.invited ? "text-good" : "text-danger"}`}
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{outcome.email}</span>{" "}
        <span className="text-muted">{outcome.invited ? "Invited" : outcome.problem}</span>
      </span>
    </p>
  );
}
