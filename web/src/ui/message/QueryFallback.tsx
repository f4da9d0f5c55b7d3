import { RetryPanel } from "./RetryPanel.tsx";
import { Skeleton } from "./Skeleton.tsx";

type Props = {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** What is said if it could not be read: "Error loading doctors. Please try again." */
  message: string;
  /** What is read again, for screen readers, where several parts of a screen may have failed. */
  part?: string;
  /** How many grey lines stand for it. */
  lines: number;
  /** What is loading, for screen readers. */
  label?: string;
};

/** In the place of what a query reads, until it is there: grey lines, or why it could not be read. */
export function QueryFallback({ query: { error, isFetching, refetch }, message, part, lines, label }: Props) {
  if (!error) return <Skeleton lines={lines} label={label} />;
  return (
    <RetryPanel
      error={error}
      message={message}
      part={part}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
