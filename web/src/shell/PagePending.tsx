import { Skeleton } from "../ui/Skeleton.tsx";

/** Holds the place of a screen whose code is on its way. */
export function PagePending() {
  return (
    <div className="pt-2">
      <Skeleton lines={6} />
    </div>
  );
}
