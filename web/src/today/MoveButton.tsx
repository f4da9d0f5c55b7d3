import type { PlannedVisit } from "@rounds/domain/today/today.ts";
import { CalendarCheck } from "lucide-react";
import { useRefusals } from "../api/permissions.ts";
import { IconButton } from "../ui/control/IconButton.tsx";
import { refused } from "../ui/control/refused.ts";

type Props = {
  doctor: { name: string };
  /** Whose its doctor is does not matter on one's own day. */
  planned: Pick<PlannedVisit, "created_by">;
  onClick: (() => void) | undefined;
};

/** Moves a planned visit to another day, or says why the person may not. */
export function MoveButton({ doctor, planned, onClick }: Props) {
  const refusals = useRefusals();
  const refusal = refusals.ofVisit("edit", planned);
  return (
    <IconButton
      icon={CalendarCheck}
      label={`Move the visit to ${doctor.name}`}
      title="Move to another day"
      onClick={onClick}
      {...refused(refusal)}
    />
  );
}
