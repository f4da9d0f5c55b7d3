import { nameOf } from "@rounds/domain/team/member-name.ts";
import type { TeamMember } from "@rounds/domain/team/team.ts";
import { Button } from "../../ui/control/Button.tsx";
import { LazyDeleteDialog } from "../../ui/dialog/LazyDialogs.tsx";
import { deleteMember, teamQueries } from "../queries.ts";
import { ownDoctorsWords, remainsWords } from "./member-actions.ts";

type Props = {
  member: TeamMember;
  /** Gives the person's doctors to somebody first, who would be everybody's otherwise. */
  onGive: () => void;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks before an account is deleted, and says which of its owner's records stay and whose their doctors will be. */
export function DeleteMemberDialog({ member, onGive, ...dialog }: Props) {
  const who = nameOf(member);
  return (
    <LazyDeleteDialog
      {...dialog}
      title="Delete account?"
      question={`The account of ${who} is deleted for good: name, addresses, password and devices. This can't be taken back. To keep somebody out for a while, disable the account instead.`}
      effect={teamQueries.deletionEffect(member.id)}
      describe={(effect) => `${ownDoctorsWords(effect, who)} ${remainsWords(effect, who)}`.trim()}
      instead={({ own_doctors }) =>
        own_doctors > 0 && (
          <div className="mt-2">
            <Button size="small" aria-haspopup="dialog" onClick={onGive}>
              Give them to somebody first
            </Button>
          </div>
        )
      }
      goneText="This account was deleted already."
      checkingText="Checking what will be kept…"
      uncheckedText="What will be kept could not be checked."
      onDelete={(confirmed) => deleteMember(member.id, confirmed ?? {})}
      doneText={() => `The account of ${who} is deleted.`}
    />
  );
}
