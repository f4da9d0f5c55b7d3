import { nameOf } from "@rounds/domain/team/member-name.ts";
import type { TeamMemberDetail } from "@rounds/domain/team/team.ts";
import type { ReactNode } from "react";
import { usePeople } from "../../api/people.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/control/Button.tsx";
import { DeleteButton } from "../../ui/dialog/DeleteButton.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { TextLink } from "../../ui/navigation/TextLink.tsx";
import type { MemberChange } from "../queries.ts";
import { byHand } from "./invite-people.ts";
import { canBeInvited, changesOf, wordsOfChange } from "./member-actions.ts";

/** The reader's chosen action for the account. */
export type Wanted = MemberChange | "reset" | "invitation" | "delete" | "give";

type Props = { member: TeamMemberDetail; own: boolean; onWant: (wanted: Wanted) => void };

/** All possible actions on an account, each with its purpose. */
export function MemberActions({ member, own, onWant }: Props) {
  const invitable = canBeInvited(member);
  const { isTeam } = usePeople({ read: own });
  return (
    <Card title={own ? "Your own account" : "Manage this account"}>
      {own && (
        <p className="mb-4 text-muted">
          Name, email, password and second step are on your{" "}
          <TextLink target={paths.account()}>Account page</TextLink>. To disable or delete your account, ask
          another administrator.
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line border-t border-line">
        {!own && invitable && (
          <Offer
            purpose={`For somebody who has not signed in yet: ${byHand ? "creates a new link" : "mails a new link"}, valid for 24 hours.`}
          >
            <Button aria-haspopup="dialog" onClick={() => onWant("invitation")}>
              {byHand ? "Make invitation link" : "Send invitation again"}
            </Button>
          </Offer>
        )}
        {!own && !invitable && member.email && member.status !== "disabled" && (
          <Offer
            purpose={`For a password that is forgotten or known to others: ${byHand ? "makes a link" : "mails a link"} to choose a new one.`}
          >
            <Button aria-haspopup="dialog" onClick={() => onWant("reset")}>
              {byHand ? "Make password reset link" : "Send password reset"}
            </Button>
          </Offer>
        )}
        {changesOf(member, own).map((change) => {
          const { label, purpose, danger } = wordsOfChange(change, member, own);
          const impossible = change === "makeRepresentative" && member.is_last_admin;
          return (
            <Offer key={change} purpose={impossible ? lastAdmin : purpose}>
              <Button
                disabled={impossible}
                variant={danger ? "danger-quiet" : "secondary"}
                aria-haspopup="dialog"
                onClick={() => onWant(change)}
              >
                {label}
              </Button>
            </Offer>
          );
        })}
        {(!own || isTeam) && (
          <Offer
            purpose={`${own ? "Your doctors get" : `The doctors of ${nameOf(member)} get`} another representative, for this month and later ones.`}
          >
            <Button aria-haspopup="dialog" onClick={() => onWant("give")}>
              Give doctors to…
            </Button>
          </Offer>
        )}
        {!own && (
          <Offer purpose="The account is deleted for good. Its doctors, products and visits stay.">
            <DeleteButton label="Delete account" onClick={() => onWant("delete")} />
          </Offer>
        )}
      </ul>
    </Card>
  );
}

const lastAdmin =
  "This is the only administrator. Make somebody else an administrator first; then these rights can be removed.";

function Offer({ purpose, children }: { purpose: string; children: ReactNode }) {
  return (
    <li className="flex flex-col justify-between gap-x-6 gap-y-2 py-3.5 last:pb-0 sm:flex-row sm:items-center">
      <p className="min-w-0">{purpose}</p>
      <div className="flex shrink-0 flex-col print:hidden">{children}</div>
    </li>
  );
}
