import { Card } from "../ui/figure/Card.tsx";
import { RetryPanel } from "../ui/message/RetryPanel.tsx";
import { Skeleton } from "../ui/message/Skeleton.tsx";

type Props = { error: unknown; refetch: () => unknown; isFetching: boolean; message: string };

/** In the place of lists that are not read yet, or could not be. */
export function NotRead({ error, refetch, isFetching, message }: Props) {
  return (
    <Card>
      {error ? (
        <RetryPanel error={error} message={message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Card>
  );
}
