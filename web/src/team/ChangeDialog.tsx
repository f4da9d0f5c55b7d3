import type { TeamMember } from "@rounds/domain/team/team.ts";
import { useMutation } from "@tanstack/react-query";
import { asApiError } from "../api/api-error.ts";
import { signOut } from "../api/session.ts";
import { paths } from "../paths.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useReturnTo } from "../ui/useReturnTo.ts";
import { wordsOfChange } from "./member-actions.ts";
import { renewSession } from "./NotAllowed.tsx";
import { changeMember, type MemberChange, teamChanged } from "./queries.ts";

type Props = { member: TeamMember; own: boolean; change: MemberChange; onClose: () => void };

/** Explains what a change will do to somebody's account, and does it after confirmation. */
export function ChangeDialog({ member, own, change, onClose }: Props) {
  const words = wordsOfChange(change, member, own);
  const returnTo = useReturnTo();
  const changing = useMutation({
    mutationFn: async () => {
      await changeMember(member.id, change);
      // The server has ended this session too; the browser forgets it.
      if (own && change === "endSessions") await signOut();
      if (own && change === "makeRepresentative") await renewSession();
    },
    onSuccess: () => {
      toast.success(words.done);
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
