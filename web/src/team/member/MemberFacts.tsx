import { shownPhone } from "@rounds/domain/team/member-name.ts";
import type { TeamMemberDetail } from "@rounds/domain/team/team.ts";
import { DetailField } from "../../ui/figure/DetailField.tsx";
import { DetailList } from "../../ui/figure/DetailList.tsx";
import { momentWords } from "../moments.ts";
import { Role, Status } from "../team-columns.tsx";

/** What is known about an account. */
export function MemberFacts({ member }: { member: TeamMemberDetail }) {
  const { email, phone, last_sign_in_at, invited_at, confirmed_at, disabled_until } = member;
  return (
    <DetailList columns={3}>
      <DetailField label="Name" value={member.name} />
      <DetailField label="Email" value={email && <Link href={`mailto:${encodeURI(email)}`} text={email} />} />
      <DetailField
        label="Phone"
        value={
          phone && <Link href={`tel:${shownPhone(phone).replaceAll(" ", "")}`} text={shownPhone(phone)} />
        }
      />
      <DetailField label="Role" value={<Role role={member.role} />} />
      <DetailField
        label="Status"
        value={
          <span className="inline-flex flex-wrap items-center gap-2">
            <Status status={member.status} />
            {isSoon(disabled_until) && (
              <span className="text-small text-muted">until {momentWords(disabled_until)}</span>
            )}
          </span>
        }
      />
      <DetailField label="Second step" value={<Factors member={member} />} />
      <DetailField label="Last sign-in" value={last_sign_in_at ? momentWords(last_sign_in_at) : "Never"} />
      {invited_at && <DetailField label="Invited" value={momentWords(invited_at)} />}
      <DetailField
        label={invited_at ? "Joined" : "Confirmed"}
        value={confirmed_at ? momentWords(confirmed_at) : "Not yet"}
      />
      <DetailField label="Account made" value={momentWords(member.created_at)} />
    </DetailList>
  );
}

/** An account that is disabled without end is disabled for a hundred years. */
function isSoon(until: string | null): until is string {
  return until !== null && until < "2100";
}

function Factors({ member }: { member: TeamMemberDetail }) {
  if (member.factors.length === 0) return <span className="text-muted">Off</span>;
  return (
    <ul>
      {member.factors.map((factor) => (
        <li key={factor.id}>
          {factor.factor_type === "phone" ? "Text messages" : "Authenticator app"}
          <span className="text-small text-muted"> since {momentWords(factor.created_at)}</span>
        </li>
      ))}
    </ul>
  );
}

function Link({ href, text }: { href: string; text: string }) {
  return (
    <a
      href={href}
      className="font-medium wrap-anywhere text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
    >
      {text}
    </a>
  );
}
