import type { PlannedVisit, TodayDoctor } from "@rounds/domain/today/today.ts";
import { NotebookPen, SkipForward } from "lucide-react";
import { ContactLinks } from "../doctors/details/ContactLinks.tsx";
import { LaterPlanVisit } from "../doctors/plan/LaterPlanVisit.tsx";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/control/button-class.ts";
import { IconButton } from "../ui/control/IconButton.tsx";
import { ScreenLink } from "../ui/navigation/ScreenLink.tsx";
import { MoveButton } from "./MoveButton.tsx";

type Props = {
  doctor: TodayDoctor;
  /** The visit that is planned already, so that it is moved instead, which is asked for by `onMove`. */
  planned?: Pick<PlannedVisit, "created_by">;
  onMove?: () => void;
  onSkip: () => void;
};

/** What can be done about a doctor of today: call, write, find the way, plan, skip, record the visit. */
export function DoctorActions({ doctor, planned, onMove, onSkip }: Props) {
  return (
    <>
      <span className="-ml-3 inline-flex sm:ml-0">
        <ContactLinks doctor={doctor} />
      </span>
      <span className="inline-flex items-center gap-0.5">
        {planned ? (
          <MoveButton doctor={doctor} planned={planned} onClick={onMove} />
        ) : (
          <LaterPlanVisit doctor={doctor} />
        )}
        <IconButton
          icon={SkipForward}
          label={`Skip ${doctor.name} today`}
          title="Skip for today"
          onClick={onSkip}
        />
        <ScreenLink
          {...paths.recordVisit({ doctor_id: doctor.id })}
          aria-label={`Record visit to ${doctor.name}`}
          className={`ml-1 ${buttonClass({ size: "small" })}`}
        >
          <NotebookPen size={16} aria-hidden="true" className="shrink-0 max-sm:hidden" />
          <span>Record</span>
        </ScreenLink>
      </span>
    </>
  );
}
