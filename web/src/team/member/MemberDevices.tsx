import { deviceOf } from "@rounds/domain/account/device.ts";
import type { TeamMemberDetail } from "@rounds/domain/team/team.ts";
import { LogOut, MonitorSmartphone } from "lucide-react";
import { Button } from "../../ui/control/Button.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { DeviceIcon } from "../../ui/figure/DeviceIcon.tsx";
import { Tag } from "../../ui/figure/Tag.tsx";
import { EmptyState } from "../../ui/message/EmptyState.tsx";
import { momentWords } from "../moments.ts";
import { wordsOfChange } from "./member-actions.ts";

type Props = { member: TeamMemberDetail; own: boolean; onEnd: () => void };

/** The devices on which somebody is signed in. */
export function MemberDevices({ member, own, onEnd }: Props) {
  const { open_sessions } = member;
  return (
    <Card
      title="Devices"
      flush
      actions={
        open_sessions.length > 0 && (
          <Button variant="danger-quiet" icon={LogOut} aria-haspopup="dialog" onClick={onEnd}>
            {wordsOfChange("endSessions", member, own).label}
          </Button>
        )
      }
    >
      {open_sessions.length === 0 ? (
        <EmptyState
          icon={MonitorSmartphone}
          title="Signed in on no device."
          hint="Browsers signed in with this account appear here."
        />
      ) : (
        <ul aria-label="Devices" className="border-t border-line">
          {open_sessions.map((session) => (
            <OneDevice key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function OneDevice({ session }: { session: TeamMemberDetail["open_sessions"][number] }) {
  const { name, kind } = deviceOf(session.user_agent);
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-3 last:border-b-0 sm:px-5">
      <span
        aria-hidden="true"
        className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-muted"
      >
        <DeviceIcon kind={kind} />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {session.aal === "aal2" && <Tag>With second step</Tag>}
        </p>
        <p className="text-small text-muted">
          Last used {momentWords(session.last_used_at)}
          {session.ip && ` · ${session.ip}`}
        </p>
        <p className="text-small text-muted">Signed in {momentWords(session.created_at)}</p>
      </div>
    </li>
  );
}
