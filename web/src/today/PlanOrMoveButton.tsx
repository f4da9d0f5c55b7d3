import type { PlannedVisit } from "@rounds/domain/today/today.ts";
import { CalendarPlus } from "lucide-react";
import { useRefusals } from "../api/permissions.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { refused } from "../ui/refused.ts";

type Props = {
  doctor: { name: string };
  /** The visit that is planned already, and so is moved instead; whose its doctor is does not matter on one's own day. */
  planned: Pick<PlannedVisit, "created_by"> | undefined;
  onClick: () => void;
};

/** Plans a visit, or moves the planned one, or says why the person may not move it. */
export function PlanOrMoveButton({ doctor, planned, onClick }: Props) {
  const refusals = useRefusals();
  const refusal = planned && refusals.ofVisit("edit", planned);
  return (
    <IconButton
      icon={CalendarPlus}
      label={planned ? `Move the visit to ${doctor.name}` : `Plan a visit to ${doctor.name}`}
      title={planned ? "Move to another day" : "Plan a visit"}
      onClick={onClick}
      {...(refusal && refused(refusal))}
    />
  );
}
