import { nameOf } from "@rounds/domain/team/member-name.ts";
import type { TeamMember } from "@rounds/domain/team/team.ts";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { Button } from "../../ui/control/Button.tsx";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { toast } from "../../ui/message/toast.ts";
import { invite, resetPassword } from "../queries.ts";
import { byHand, sendingProblem, sentWords } from "./invite-people.ts";
import { LinkBox } from "./LinkBox.tsx";

type Kind = "reset" | "invitation";

/** The name of each link, and what its owner does with it. */
const words = {
  reset: {
    title: "Send password reset?",
    titleLink: "Make a password reset link?",
    purpose: "to choose a new password. Until then the present one stays valid",
    confirm: "Send password reset",
    sent: (email: string) => `Password reset sent to ${email}. The link in it is good for 24 hours.`,
  },
  invitation: {
    title: "Send the invitation again?",
    titleLink: "Make a new invitation link?",
    purpose: "to accept the invitation. Earlier links no longer work",
    confirm: "Send invitation",
    sent: (email: string) => sentWords([{ email, invited: true, link: null }]),
  },
} as const;

type Props = { kind: Kind; member: TeamMember & { email: string }; onClose: () => void };

/** Sends somebody a link, or shows it if no mail server is set. */
export function SendLinkDialog({ kind, member, onClose }: Props) {
  const { title, titleLink, purpose, confirm, sent } = words[kind];
  const who = nameOf(member);
  const { email } = member;
  const [end, setEnd] = useState(false);
  const sending = useMutation({
    mutationFn: () =>
      kind === "reset"
        ? resetPassword(member.id, { end_sessions: end })
        : invite({ email, role: member.role }),
    onSuccess: ({ link }) => {
      if (link !== null) return;
      toast.success(sent(email), { duration: 6000 });
      onClose();
    },
  });
  const link = sending.data?.link;
  if (link) return <PassOn who={who} link={link} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={byHand ? titleLink : title}
      question={
        byHand
          ? `No mail server is set: you get a link and pass it on to ${who} ${purpose}.`
          : `A mail goes to ${email} with a link ${purpose}.`
      }
      details={kind === "reset" && <EndChoice who={who} checked={end} onChange={setEnd} />}
      confirmLabel={byHand ? "Make link" : confirm}
      busyLabel={byHand ? "Making..." : "Sending..."}
      danger={false}
      busy={sending.isPending}
      error={sending.error && sendingProblem(asApiError(sending.error))}
      onConfirm={() => sending.mutate()}
      onCancel={onClose}
    />
  );
}

type Choice = { who: string; checked: boolean; onChange: (checked: boolean) => void };

function EndChoice({ who, checked, onChange }: Choice) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-5 shrink-0 accent-accent sm:size-4"
      />
      <label htmlFor={id}>Also sign {who} out everywhere at once, for a password that others may know</label>
    </div>
  );
}

function PassOn({ who, link, onClose }: { who: string; link: string; onClose: () => void }) {
  return (
    <Dialog
      title="Pass this link on"
      description="Nothing was mailed, because no mail server is set. The link is good for 24 hours, and works once."
      size="medium"
      onClose={onClose}
    >
      <LinkBox label={`Link for ${who}`} link={link} />
      <DialogActions>
        <Button variant="primary" onClick={onClose} data-autofocus>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
