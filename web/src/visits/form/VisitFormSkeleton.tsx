import { FormSkeleton } from "../../form/FormSkeleton.tsx";
import type { Target } from "../../paths.ts";
import { Card } from "../../ui/figure/Card.tsx";
import { Skeleton } from "../../ui/message/Skeleton.tsx";

/** Placeholder for the visit form while its data is loading. */
export function VisitFormSkeleton(props: { title: string; back: Target; toOrigin?: boolean }) {
  return (
    <FormSkeleton {...props} wide>
      <Card title="Visit Details">
        <Skeleton lines={6} />
      </Card>
      <Card title="Sales Items">
        <Skeleton lines={4} />
      </Card>
    </FormSkeleton>
  );
}
