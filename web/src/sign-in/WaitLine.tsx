/** How long to wait yet. Changes every second, so it is not read out: what went wrong is said beside it. */
export function WaitLine({ seconds }: { seconds: number }) {
  if (seconds <= 0) return null;
  return (
    <p role="timer" aria-live="off" className="mt-1 text-small text-muted tabular-nums">
      Please wait {inWords(seconds)}.
    </p>
  );
}

function inWords(seconds: number): string {
  if (seconds < 100) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
