import type { TeamMember } from "@rounds/domain/team/team.ts";
import { LazyDeleteDialog } from "../ui/LazyDialogs.tsx";
import { remainsWords } from "./member-actions.ts";
import { nameOf } from "./member-words.ts";
import { deleteMember, teamQueries } from "./queries.ts";

type Props = { member: TeamMember; onDeleted: () => void; onClose: () => void };

/** Asks before an account is deleted, and says which of its owner's records stay. */
export function DeleteMemberDialog({ member, ...dialog }: Props) {
  const who = nameOf(member);
  return (
    <LazyDeleteDialog
      {...dialog}
      title="Delete account?"
      question={`The account of ${who} is deleted for good: name, addresses, password and devices. This can't be taken back. To keep somebody out for a while, disable the account instead.`}
      effect={teamQueries.deletionEffect(member.id)}
      describe={(effect) => remainsWords(effect, who)}
      goneText="This account was deleted already."
      checkingText="Checking what will be kept…"
      uncheckedText="What will be kept could not be checked."
      onDelete={() => deleteMember(member.id)}
      doneText={() => `The account of ${who} is deleted.`}
    />
  );
}
