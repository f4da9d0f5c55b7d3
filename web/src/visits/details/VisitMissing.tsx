import { CalendarX } from "lucide-react";
import { DeletedRecord } from "../../history/LaterHistory.ts";
import { paths } from "../../paths.ts";
import { MissingCard } from "../../ui/message/MissingCard.tsx";
import { BackHeader } from "../../ui/navigation/BackHeader.tsx";

/** What a visit's screens show if there is no such visit. */
export function VisitMissing({ id, title }: { id: string; title: string }) {
  return (
    <div className="flex flex-col gap-5">
      <BackHeader title={title} back={paths.visits()} backLabel="Back to visits" />
      <MissingCard
        icon={CalendarX}
        title="Visit not found"
        hint="It may have been deleted."
        target={paths.visits()}
      >
        Back to Visits
      </MissingCard>
      <DeletedRecord noun="visits" id={id} />
    </div>
  );
}
