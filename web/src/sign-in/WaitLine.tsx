/** The remaining waiting time. It changes every second, so it is not announced; the error beside it is. */
export function WaitLine({ seconds }: { seconds: number }) {
  if (seconds <= 0) return null;
  return (
    <p role="timer" aria-live="off" className="mt-1 text-small text-muted tabular-nums">
      {waitWords(seconds)}
    </p>
  );
}

/** Says how long to wait; nothing if there is no need to. */
export function waitWords(seconds: number): string {
  if (seconds <= 0) return "";
  if (seconds >= 100) return `Please wait ${Math.ceil(seconds / 60)} minutes.`;
  return `Please wait ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
}
