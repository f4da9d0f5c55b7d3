import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useState } from "react";
import { isMissing } from "../../api/api-error.ts";
import { today } from "../../api/clock.ts";
import { doctorQueries } from "../../doctors/queries.ts";
import { FormSkeleton } from "../../form/FormSkeleton.tsx";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { MissingCard } from "../../ui/message/MissingCard.tsx";
import { RetryPanel } from "../../ui/message/RetryPanel.tsx";
import { Skeleton } from "../../ui/message/Skeleton.tsx";
import { TextLink } from "../../ui/navigation/TextLink.tsx";
import { QuickVisitForm } from "./QuickVisitForm.tsx";

/** Records a visit to the doctor with that id, with few taps. */
export function QuickVisit({ doctor_id }: { doctor_id: string }) {
  // The form keeps what it began with: what is typed must not go at midnight because the new day can't be read.
  const [day] = useState(today);
  const { data, error, refetch, isFetching } = useQuery(doctorQueries.glance(doctor_id, day));
  if (data) return <QuickVisitForm glance={data} />;
  return (
    <FormSkeleton title="Record Visit" back={paths.visits()} toOrigin>
      {isMissing(error) ? (
        <MissingCard
          icon={UserX}
          title="Doctor not found"
          hint="The doctor may have been deleted, or the link may be incomplete."
          target={paths.recordVisit()}
        >
          Choose a doctor
        </MissingCard>
      ) : error ? (
        <Card>
          <RetryPanel
            error={error}
            message="Error loading doctor details"
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
          <p className="text-center">
            <TextLink target={paths.addVisit({ doctor_id })}>Use the full form</TextLink>
          </p>
        </Card>
      ) : (
        <>
          <Card>
            <Skeleton lines={2} />
          </Card>
          <Card title="Products sold">
            <Skeleton lines={5} />
          </Card>
        </>
      )}
    </FormSkeleton>
  );
}
