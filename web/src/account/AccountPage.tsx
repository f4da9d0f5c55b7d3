import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSession } from "../api/session.ts";
import { Card } from "../ui/Card.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { RetryPanel } from "../ui/RetryPanel.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useRefusalToast } from "../ui/useFailureToast.ts";
import { DevicesCard } from "./DevicesCard.tsx";
import { FactorsCard } from "./FactorsCard.tsx";
import { InstallCard } from "./InstallCard.tsx";
import { LeaveCard } from "./LeaveCard.tsx";
import { PasswordCard } from "./PasswordCard.tsx";
import { ProfileCard } from "./ProfileCard.tsx";
import { accountChanged, accountQueries } from "./queries.ts";
import { StartSwitch } from "./StartSwitch.tsx";
import { ThisPhoneCard } from "./ThisPhoneCard.tsx";

const loadFailed = "Error loading your account. Please try again.";

/** The screen /account: the person's profile, ways to sign in, and devices. */
export function AccountPage() {
  const account = useQuery(accountQueries.account());
  const own = useQuery(accountQueries.own());
  const error = account.error ?? own.error;
  useRefusalToast(error, loadFailed);
  useReadAgain();

  const retry = () => {
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
          {error ? (
            <RetryPanel
              message={loadFailed}
              onRetry={retry}
              retrying={account.isFetching || own.isFetching}
            />
          ) : (
            <Skeleton lines={8} label="Loading your account" />
          )}
        </Card>
      )}
      <LeaveCard />
      <InstallCard />
      <StartSwitch />
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
