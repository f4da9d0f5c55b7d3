import type { TeamMember } from "@rounds/domain/team/team.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { asApiError, isMissing } from "../api/api-error.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { remainsWords } from "./member-actions.ts";
import { nameOf } from "./member-words.ts";
import { deleteMember, teamQueries } from "./queries.ts";

type Props = { member: TeamMember; onDeleted: () => void; onClose: () => void };

/** Asks before an account is deleted, and says which of its owner's records stay. */
export function DeleteMemberDialog({ member, onDeleted, onClose }: Props) {
  const who = nameOf(member);
  const effect = useQuery(teamQueries.deletionEffect(member.id));
  const deletion = useMutation({
    mutationFn: () => deleteMember(member.id),
    onSuccess: () => {
      toast.success(`The account of ${who} is deleted.`);
      onDeleted();
    },
  });
  const gone = isMissing(effect.error);
  const words = effect.data
    ? remainsWords(effect.data, who)
    : gone
      ? "This account was deleted already."
      : effect.error
        ? "What will be kept could not be checked."
        : "Checking what will be kept…";
  return (
    <ConfirmDialog
      title="Delete account?"
      question={`The account of ${who} is deleted for good: name, addresses, password and devices. This can't be taken back. To keep somebody out for a while, disable the account instead.`}
      details={<p aria-live="polite">{words}</p>}
      onDetailsRetry={effect.error && !gone ? () => void effect.refetch() : undefined}
      ready={effect.isSuccess || gone}
      busy={deletion.isPending}
      error={deletion.error && asApiError(deletion.error).message}
      onConfirm={() => deletion.mutate()}
      onCancel={onClose}
    />
  );
}
