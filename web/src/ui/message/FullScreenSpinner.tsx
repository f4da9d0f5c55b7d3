import { Spinner } from "./Spinner.tsx";

/** Shown while nothing is known yet, such as whether somebody is signed in. */
export function FullScreenSpinner() {
  return (
    <div className="grid min-h-dvh place-items-center bg-canvas">
      <Spinner label="Loading" size={32} />
    </div>
  );
}
