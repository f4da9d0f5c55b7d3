import { Skeleton } from "../ui/message/Skeleton.tsx";

/** Reserves the space of a screen whose code is loading. */
export function PagePending() {
  return (
    <div className="pt-2">
      <Skeleton lines={6} />
    </div>
  );
}
