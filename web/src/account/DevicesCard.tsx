import type { OwnSession } from "@rounds/domain/account/account.ts";
import { deviceOf } from "@rounds/domain/account/device.ts";
import { formatMoment } from "@rounds/domain/calendar/calendar.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { businessTimeZone } from "../api/page-settings.ts";
import { useRowFocus } from "../table/rows/useRowFocus.ts";
import { Button } from "../ui/control/Button.tsx";
import { ConfirmDialog } from "../ui/dialog/ConfirmDialog.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { DeviceIcon } from "../ui/figure/DeviceIcon.tsx";
import { Tag } from "../ui/figure/Tag.tsx";
import { QueryFallback } from "../ui/message/QueryFallback.tsx";
import { toast } from "../ui/message/toast.ts";
import { wordsOf } from "./auth-call.ts";
import { signOutOthers } from "./profile.ts";
import { accountQueries, endSession } from "./queries.ts";
import { useAsking } from "./useAsking.ts";

/** The signed-in devices, this one first, with buttons to sign out the others. */
export function DevicesCard() {
  const query = useQuery(accountQueries.sessions());
  const { data } = query;
  const [asked, setAsked] = useState<OwnSession | "others" | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list);
  const rows = data && [...data].sort((one, other) => Number(other.current) - Number(one.current));
  const others = rows?.filter(({ current }) => !current).length ?? 0;

  return (
    <Card
      title="Devices"
      actions={
        others > 0 && (
          <Button variant="danger-quiet" size="small" onClick={() => setAsked("others")}>
            Sign out all others
          </Button>
        )
      }
    >
      <p className="text-muted">
        Where you are signed in. Sign out what you don't know, and change your password then.
      </p>
      {rows ? (
        <ul ref={list} aria-label="Devices" className="mt-4 divide-y divide-line border-t border-line">
          {rows.map((session) => (
            <DeviceRow key={session.id} session={session} onSignOut={() => setAsked(session)} />
          ))}
        </ul>
      ) : (
        <div className="mt-4">
          <QueryFallback
            query={query}
            message="Error loading your devices. Please try again."
            lines={4}
            label="Loading devices"
          />
        </div>
      )}
      {rows && others === 0 && (
        <p className="border-t border-line pt-3 text-muted">You are signed in nowhere else.</p>
      )}
      {asked && <SignOutDialog asked={asked} others={others} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function DeviceRow({ session, onSignOut }: { session: OwnSession; onSignOut: () => void }) {
  const { name, kind } = deviceOf(session.user_agent);
  return (
    <li data-row className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 py-3">
      <span
        className={`row-span-2 grid size-9 place-items-center self-start rounded-full sm:self-center ${session.current ? "bg-accent-soft text-accent-strong" : "bg-sunken text-muted"}`}
      >
        <DeviceIcon kind={kind} />
      </span>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        {session.current && <Tag tone="accent">This device</Tag>}
      </p>
      <div className="sm:row-span-2">
        {!session.current && (
          <Button size="small" aria-label={`Sign out ${name}`} onClick={onSignOut}>
            Sign out
          </Button>
        )}
      </div>
      <dl className="col-start-2 mt-0.5 flex min-w-0 flex-wrap gap-x-4 text-small text-muted max-sm:col-span-2">
        <Fact label="Since" value={formatMoment(session.created_at, businessTimeZone)} />
        <Fact label="Last used" value={formatMoment(session.last_used_at, businessTimeZone)} />
        {session.ip && <Fact label="Address" value={session.ip} />}
      </dl>
    </li>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex min-w-0 gap-1">
      <dt>{label}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </div>
  );
}

type DialogProps = { asked: OwnSession | "others"; others: number; onClose: () => void };

function SignOutDialog({ asked, others, onClose }: DialogProps) {
  const { busy, run } = useAsking(false);
  const [error, setError] = useState<string>();
  const name = asked === "others" ? "" : deviceOf(asked.user_agent).name;

  const signOut = () => {
    setError(undefined);
    void run(
      async () => {
        if (asked === "others") await signOutOthers();
        else await endSession(asked.id);
        toast.success(asked === "others" ? "All other devices are signed out." : `${name} is signed out.`);
        onClose();
      },
      (thrown) => setError(wordsOf(thrown)),
    );
  };

  return (
    <ConfirmDialog
      title={asked === "others" ? "Sign out all others" : "Sign out device"}
      question={
        asked === "others"
          ? `Sign out ${others === 1 ? "the other device" : `the ${others} other devices`}?`
          : `Sign out ${name}?`
      }
      details="It takes effect at once. Going on there takes signing in again; this device stays signed in."
      confirmLabel="Sign out"
      busyLabel="Signing out..."
      busy={busy}
      error={error}
      onConfirm={signOut}
      onCancel={onClose}
    />
  );
}
