import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { paths } from "../paths.ts";
import { isForbidden, NotAllowed } from "../team/NotAllowed.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { RetryPanel } from "../ui/message/RetryPanel.tsx";
import { Skeleton } from "../ui/message/Skeleton.tsx";
import { BackHeader } from "../ui/navigation/BackHeader.tsx";
import { BringInCard } from "./BringInCard.tsx";
import { ExportCard } from "./ExportCard.tsx";
import { archiveQuery } from "./queries.ts";

/** The screen /data/archive, for administrators. */
export function ArchivePage() {
  const { data, error, refetch, isFetching } = useQuery(archiveQuery());
  if (isForbidden(error)) return <NotAllowed what="use the archive" />;
  const isOffline = error instanceof ApiError && error.code === "unreachable";
  return (
    <div className="flex flex-col gap-5">
      <BackHeader
        title="Archive"
        back={paths.data()}
        backLabel="Back to Data"
        summary="Everything in one file: to keep it, to read it elsewhere, or to move to another server."
      />
      {data ? (
        <div className="grid items-start gap-5 *:min-w-0 lg:grid-cols-2">
          <ExportCard state={data} />
          <BringInCard state={data} />
        </div>
      ) : (
        <Card>
          {error ? (
            <RetryPanel
              message={
                isOffline
                  ? "The archive needs the server. Please connect and try again."
                  : "Error loading the archive. Please try again."
              }
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <Skeleton lines={8} label="Loading the archive" />
          )}
        </Card>
      )}
    </div>
  );
}
