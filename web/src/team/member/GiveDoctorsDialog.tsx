import { mostRows } from "@rounds/domain/bulk-edits/limits.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { nameOf } from "@rounds/domain/team/member-name.ts";
import type { TeamMember } from "@rounds/domain/team/team.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useToday } from "../../api/clock.ts";
import { BulkDialog } from "../../bulk-edits/BulkDialog.tsx";
import { PersonChoice } from "../../bulk-edits/ChoiceField.tsx";
import { changeOf, missingOf } from "../../bulk-edits/change-input.ts";
import { useBulkEdit } from "../../bulk-edits/useBulkEdit.ts";
import { doctorQueries } from "../../doctors/queries.ts";
import { paths } from "../../paths.ts";
import { NotLoaded } from "../../ui/browser/later.tsx";
import { Button } from "../../ui/control/Button.tsx";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { counted } from "../../ui/figure/counted.ts";

type Props = { member: TeamMember; own: boolean; onClose: () => void };

/** Gives all doctors of a person to somebody else, or to everybody. */
export function GiveDoctorsDialog({ member, own, onClose }: Props) {
  const { data, error, refetch, isFetching } = useQuery(
    doctorQueries.list({ representative: member.id }, useToday()),
  );
  const bulk = useBulkEdit({ matching: { representative: member.id } }, onClose);
  const [to, setTo] = useState("");
  const input = { kind: "representative_id", value: to } as const;
  const missing = missingOf(input);
  const who = nameOf(member);
  const title = own ? "Give your doctors to…" : `Give ${who}'s doctors to…`;
  // While it runs, fewer and fewer belong to the person.
  const count = bulk.edit?.total ?? data?.total;
  const tooMany = count !== undefined && count > mostRows;
  if (count === 0 || tooMany || (error && !data)) {
    return (
      <Dialog title={title} onClose={onClose}>
        {tooMany ? (
          <p>
            {counted(count, "doctor")} belong to {own ? "you" : who}, and at most {formatCount(mostRows)} can
            be given at once. Give them in several steps: filter the list of doctors by class or city, select
            all that match, and change their representative.
          </p>
        ) : count === 0 ? (
          <p>{own ? "No doctors belong to you." : `No doctors belong to ${who}.`}</p>
        ) : (
          <NotLoaded retry={() => void refetch()} retrying={isFetching} />
        )}
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          {tooMany && (
            <ButtonLink variant="primary" target={paths.doctors({ representative: member.id })}>
              Open these doctors
            </ButtonLink>
          )}
        </DialogActions>
      </Dialog>
    );
  }
  const doctors = count === undefined ? "doctors" : counted(count, "doctor");
  return (
    <BulkDialog
      bulk={bulk}
      title={title}
      description={
        count === undefined
          ? "Counting the doctors…"
          : `${doctors} ${count === 1 ? "belongs" : "belong"} to ${own ? "you" : who}. Months that are over stay as they are.`
      }
      submitLabel={`Give ${bulk.staying === 0 ? doctors : counted((count ?? 0) - bulk.staying, "doctor")}`}
      onSubmit={() => {
        if (missing) bulk.refuse(missing);
        // Not before it was said how many they are.
        else if (count !== undefined) bulk.run(changeOf(input));
      }}
    >
      <PersonChoice
        label="New representative"
        except={member.id}
        error={bulk.valueError}
        disabled={bulk.running || bulk.started}
        value={to}
        onChange={(value) => {
          setTo(value);
          bulk.changed();
        }}
      />
    </BulkDialog>
  );
}
