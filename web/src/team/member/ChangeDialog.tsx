import { formatCount } from "@rounds/domain/money/count.ts";
import { nameOf } from "@rounds/domain/team/member-name.ts";
import type { TeamMember } from "@rounds/domain/team/team.ts";
import { useMutation } from "@tanstack/react-query";
import { asApiError } from "../../api/api-error.ts";
import { countUnsent } from "../../api/phone/phone-slot.ts";
import { signOut } from "../../api/session/session.ts";
import { undoOfferBy } from "../../history/undo-by.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";
import { toast } from "../../ui/message/toast.ts";
import { useReturnTo } from "../../ui/navigation/useReturnTo.ts";
import { renewSession } from "../NotAllowed.tsx";
import { changeMember, type MemberChange, teamChanged } from "../queries.ts";
import { wayBack, wordsOfChange } from "./member-actions.ts";

type Props = { member: TeamMember; own: boolean; change: MemberChange; onClose: () => void };

/** What becomes of entries that are not sent yet when their person signs out everywhere. */
function waitingWords(entries: number): string {
  return entries === 1
    ? "1 entry is not sent yet. It stays locked for you on this phone until you sign in again."
    : `${formatCount(entries)} entries are not sent yet. They stay locked for you on this phone until you sign in again.`;
}

/** Explains what a change will do to somebody's account, and does it after confirmation. */
export function ChangeDialog({ member, own, change, onClose }: Props) {
  const words = wordsOfChange(change, member, own);
  const returnTo = useReturnTo();
  const leaves = own && change === "endSessions";
  const unsent = countUnsent();
  const changing = useMutation({
    mutationFn: async () => {
      const back = wayBack(change, member, own);
      await changeMember(member.id, change);
      // The server has ended this session too; the browser forgets it.
      if (leaves) await signOut();
      if (own && change === "makeRepresentative") await renewSession();
      return back;
    },
    onSuccess: (back) => {
      const undone = `Undone: ${nameOf(member)} may do the same as before.`;
      toast.success(
        words.done,
        back && undoOfferBy(member.id, () => changeMember(member.id, back).finally(teamChanged), undone),
      );
      onClose();
      if (own && change === "makeRepresentative") returnTo(paths.dashboard());
    },
    // It may have been done although the answer was lost, or refused because of somebody else's change.
    onError: teamChanged,
  });
  return (
    <ConfirmDialog
      title={`${words.label}?`}
      question={words.question}
      details={leaves && unsent > 0 && waitingWords(unsent)}
      confirmLabel={words.confirm}
      busyLabel={words.busy}
      danger={words.danger}
      busy={changing.isPending}
      error={changing.error && asApiError(changing.error).message}
      onConfirm={() => changing.mutate()}
      onCancel={onClose}
    />
  );
}
