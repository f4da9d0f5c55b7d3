import { Spinner } from "./Spinner.tsx";

/** Shown while nothing is known yet, such as whether somebody is signed in. */
export function FullScreenSpinner({ label = "Loading" }: { label?: string }) {
  return (
    <div className="grid min-h-dvh place-items-center bg-canvas">
      <Spinner label={label} size={32} />
    </div>
  );
}
