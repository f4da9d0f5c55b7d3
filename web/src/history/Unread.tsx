import { asApiError } from "../api/api-error.ts";
import { RetryPanel } from "../ui/message/RetryPanel.tsx";
import { Skeleton } from "../ui/message/Skeleton.tsx";

type Props = {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** What could not be loaded: "the history". */
  what: string;
  lines: number;
};

/** In the place of what is kept by the server only, until it is read: without a connection it says so. */
export function Unread({ query: { error, isFetching, refetch }, what, lines }: Props) {
  if (!error) return <Skeleton lines={lines} />;
  const isUnreachable = asApiError(error).code === "unreachable";
  return (
    <RetryPanel
      error={error}
      part={what}
      message={isUnreachable ? `Only the server has ${what}.` : `Error loading ${what}. Please try again.`}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
