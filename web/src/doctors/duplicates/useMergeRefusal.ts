import type { DoctorOfSomebody } from "@rounds/domain/account/own-rows.ts";
import { mergeNeeds } from "@rounds/domain/doctors/duplicates/merge-needs.ts";
import { useRefusals } from "../../api/permissions.ts";

type GoingDoctor = DoctorOfSomebody & { visits_of_others: boolean };

/** Says why the person may not merge a doctor into another one, who then goes; undefined if they may. */
export function useMergeRefusal(): (going: GoingDoctor) => string | undefined {
  const refusals = useRefusals();
  return (going) => {
    const ofDoctor = refusals.ofDoctor(going);
    if (ofDoctor) return `${mergeNeeds.doctor} ${ofDoctor}`;
    const ofVisits = going.visits_of_others ? refusals.of("edit_visits_of_others") : undefined;
    return ofVisits && `${mergeNeeds.visits} ${ofVisits}`;
  };
}
