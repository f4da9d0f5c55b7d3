import type { Target } from "../paths.ts";
import { BackHeader } from "../ui/BackHeader.tsx";
import { Card } from "../ui/Card.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

/** Placeholder for the visit form while its data is loading. */
export function VisitFormSkeleton({ title, back }: { title: string; back: Target }) {
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5">
      <BackHeader title={title} back={back} />
      <Card title="Visit Details">
        <Skeleton lines={6} />
      </Card>
      <Card title="Sales Items">
        <Skeleton lines={4} />
      </Card>
    </div>
  );
}
