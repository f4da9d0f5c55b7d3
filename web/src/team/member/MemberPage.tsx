import { nameOf } from "@rounds/domain/team/member-name.ts";
import type { TeamMemberDetail } from "@rounds/domain/team/team.ts";
import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesCombined, History, UserX } from "lucide-react";
import { useState } from "react";
import { isMissing } from "../../api/api-error.ts";
import { useAuth } from "../../api/session/AuthProvider.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { laterDialog } from "../../ui/dialog/later-dialog.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { MissingCard } from "../../ui/message/MissingCard.tsx";
import { QueryFallback } from "../../ui/message/QueryFallback.tsx";
import { useRefusalToast } from "../../ui/message/useFailureToast.ts";
import { BackHeader } from "../../ui/navigation/BackHeader.tsx";
import { useLeave } from "../../ui/navigation/useLeave.ts";
import { useRowId } from "../../ui/navigation/useRowId.ts";
import { isForbidden, NotAllowed } from "../NotAllowed.tsx";
import { teamQueries } from "../queries.ts";
import { ChangeDialog } from "./ChangeDialog.tsx";
import { DeleteMemberDialog } from "./DeleteMemberDialog.tsx";
import { MemberActions, type Wanted } from "./MemberActions.tsx";
import { MemberDevices } from "./MemberDevices.tsx";
import { MemberFacts } from "./MemberFacts.tsx";
import { MemberPhones } from "./MemberPhones.tsx";
import { addressesOf } from "./member-words.ts";
import { SendLinkDialog } from "./SendLinkDialog.tsx";

const loadFailed = "Error loading this person. Please try again.";

/** Giving somebody's doctors away; its code is loaded when it is opened. */
const GiveDoctorsDialog = laterDialog(
  () => import("./GiveDoctorsDialog.tsx").then((module) => module.GiveDoctorsDialog),
  (props) => props.onClose,
);

/** The screen /team/{id}, for administrators. */
export function MemberPage() {
  const id = useRowId();
  const query = useQuery(teamQueries.row(id));
  const { data, error } = query;
  const refused = isForbidden(error);
  const missing = isMissing(error);
  useRefusalToast(missing || refused ? null : error, loadFailed);
  if (refused) return <NotAllowed />;
  const title = missing ? "Person not found" : data ? nameOf(data) : "Team";
  return (
    <div className="flex flex-col gap-5">
      <BackHeader
        title={title}
        summary={data && !missing && addressesOf(data).join(" · ")}
        back={paths.team()}
        backLabel="Back to the team"
        actions={
          data &&
          !missing && (
            <>
              <ButtonLink icon={ChartNoAxesCombined} target={paths.person(data.id)}>
                Performance
              </ButtonLink>
              <ButtonLink icon={History} target={paths.teamAudit({ user: data.id })}>
                History
              </ButtonLink>
            </>
          )
        }
      />
      {missing ? (
        <MissingCard
          icon={UserX}
          title="Person not found"
          hint="The account may have been deleted, or the link may be incomplete."
          target={paths.team()}
        >
          Back to the team
        </MissingCard>
      ) : data ? (
        <Member member={data} />
      ) : (
        <Card>
          <QueryFallback query={query} message={loadFailed} lines={6} />
        </Card>
      )}
    </div>
  );
}

function Member({ member }: { member: TeamMemberDetail }) {
  const { user } = useAuth();
  const own = member.id === user?.id;
  const leave = useLeave();
  const [wanted, setWanted] = useState<Wanted>();
  // Where one gives the doctors away before the account is deleted, that is asked again afterwards.
  const [deletesNext, setDeletesNext] = useState(false);
  const close = () => setWanted(undefined);
  return (
    <>
      <Card title="Account">
        <MemberFacts member={member} />
      </Card>
      <MemberDevices member={member} own={own} onEnd={() => setWanted("endSessions")} />
      <MemberPhones id={member.id} />
      <MemberActions member={member} own={own} onWant={setWanted} />
      {wanted === "delete" ? (
        <DeleteMemberDialog
          member={member}
          onGive={() => {
            setDeletesNext(true);
            setWanted("give");
          }}
          onDeleted={() => leave(paths.team())}
          onClose={close}
        />
      ) : wanted === "give" ? (
        <GiveDoctorsDialog
          member={member}
          own={own}
          onClose={() => {
            setDeletesNext(false);
            setWanted(deletesNext ? "delete" : undefined);
          }}
        />
      ) : wanted === "reset" || wanted === "invitation" ? (
        <SendLinkDialog kind={wanted} member={{ ...member, email: member.email ?? "" }} onClose={close} />
      ) : (
        wanted && <ChangeDialog member={member} own={own} change={wanted} onClose={close} />
      )}
    </>
  );
}
