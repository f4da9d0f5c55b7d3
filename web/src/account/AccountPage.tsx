import type { OwnAccount } from "@rounds/domain/account/account.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSession } from "../api/session/session.ts";
import { DeviceSwitch } from "../shell/DeviceSwitch.tsx";
import { SingleKeysSwitch } from "../shell/SingleKeysSwitch.tsx";
import { chooseStart, startsWithToday } from "../shell/start-screen.ts";
import { usePhone } from "../ui/browser/useMediaQuery.ts";
import { Button } from "../ui/control/Button.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { QueryFallback } from "../ui/message/QueryFallback.tsx";
import { useRefusalToast } from "../ui/message/useFailureToast.ts";
import { PageHeader } from "../ui/navigation/PageHeader.tsx";
import { DevicesCard } from "./DevicesCard.tsx";
import { InstallCard } from "./InstallCard.tsx";
import { LeaveCard } from "./LeaveCard.tsx";
import { PasswordDialog } from "./PasswordDialog.tsx";
import { ProfileCard } from "./profile/ProfileCard.tsx";
import { accountChanged, accountQueries } from "./queries.ts";
import { FactorsCard } from "./second-step/FactorsCard.tsx";
import { ThisPhoneCard } from "./ThisPhoneCard.tsx";

const loadFailed = "Error loading your account. Please try again.";

/** The screen /account: the person's profile, ways to sign in, and devices. */
export function AccountPage() {
  const account = useQuery(accountQueries.account());
  const own = useQuery(accountQueries.own());
  const error = account.error ?? own.error;
  useRefusalToast(error, loadFailed);
  useReadAgain();

  const refetch = () => {
    if (account.error) void account.refetch();
    if (own.error) void own.refetch();
  };
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-5">
      <PageHeader title="Account" summary="How you sign in, and where you are signed in." />
      {account.data && own.data ? (
        <>
          <ProfileCard account={account.data} bothAgree={own.data.email_change === "both"} />
          <PasswordCard email={account.data.user.email ?? ""} own={own.data.password} />
          <FactorsCard account={account.data} codesLeft={own.data.recovery_codes_left} />
        </>
      ) : (
        <Card>
          <QueryFallback
            query={{ error, isFetching: account.isFetching || own.isFetching, refetch }}
            message={loadFailed}
            lines={8}
            label="Loading your account"
          />
        </Card>
      )}
      <LeaveCard />
      <InstallCard />
      <StartSwitch />
      <SingleKeysSwitch />
      <ThisPhoneCard />
      <DevicesCard />
    </div>
  );
}

/** After signing in again on this page, loads what could not be loaded before. */
function useReadAgain() {
  const { ended } = useSession();
  const [was, setWas] = useState(ended);
  useEffect(() => {
    if (was && !ended) void accountChanged();
    setWas(ended);
  }, [was, ended]);
}

/** Changes the password, or sets the first one. */
function PasswordCard({ email, own }: { email: string; own: OwnAccount["password"] }) {
  const [open, setOpen] = useState(false);
  return (
    <Card title="Password">
      <div className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-stretch">
        <p className="min-w-0 text-muted">
          {own.is_set
            ? "Use one that you use nowhere else. Changing it signs your other devices out."
            : "You have none: you sign in with a mailed code. With a password you don't need to wait for a mail."}
        </p>
        <div className="grid shrink-0">
          <Button onClick={() => setOpen(true)}>{own.is_set ? "Change password" : "Set a password"}</Button>
        </div>
      </div>
      {open && <PasswordDialog email={email} own={own} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** Chooses Today as the first screen of this phone. */
function StartSwitch() {
  if (!usePhone()) return null;
  return (
    <DeviceSwitch
      label="Start with Today on this phone"
      hint="The dashboard stays in the menu."
      read={startsWithToday}
      choose={chooseStart}
    />
  );
}
