import { asApiError } from "../api/api-error.ts";
import { QueryFallback } from "../ui/message/QueryFallback.tsx";

type Props = {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** What could not be loaded: "the history". */
  what: string;
  lines: number;
};

/** In the place of what is kept by the server only, until it is read: without a connection it says so. */
export function Unread({ query, what, lines }: Props) {
  const isUnreachable = query.error && asApiError(query.error).code === "unreachable";
  const message = isUnreachable ? `Only the server has ${what}.` : `Error loading ${what}. Please try again.`;
  return <QueryFallback query={query} message={message} part={what} lines={lines} />;
}
