import { importNouns } from "@rounds/domain/imports/import-fields.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isMissing } from "../api/api-error.ts";
import { useRefusals } from "../api/permissions.ts";
import { useOnline } from "../api/useOnline.ts";
import { Unread } from "../history/Unread.tsx";
import { paths } from "../paths.ts";
import { useSearch } from "../router/RouterProvider.tsx";
import { id } from "../search.ts";
import { Card } from "../ui/figure/Card.tsx";
import { NoticeBanner } from "../ui/message/NoticeBanner.tsx";
import { BackHeader } from "../ui/navigation/BackHeader.tsx";
import { nounWords } from "./noun-words.ts";
import { importQueries } from "./queries.ts";
import { ImportView } from "./review/ImportView.tsx";
import { NewImport } from "./upload/NewImport.tsx";

/**
 * The screen /data/import: bringing in a list of doctors, or `?of=` others. `?id=` names one that was sent already. Until it is
 * applied or thrown away, the file from which it was sent here stays open, so that one can go back to its columns.
 */
export function ImportPage() {
  const search: Record<string, unknown> = useSearch();
  const chosen = id(search, "id");
  const noun = importNouns.find((name) => name === search.of) ?? "doctors";
  const online = useOnline();
  const { title, summary, needs } = nounWords[noun];
  const refusals = useRefusals();
  const refusal = needs && refusals.of(needs);
  const [sent, setSent] = useState<string>();
  const isOpen = chosen !== undefined && chosen === sent;
  return (
    <div className="flex flex-col gap-5">
      {chosen ? (
        <SentImport
          key={chosen}
          id={chosen}
          online={online}
          isOpen={isOpen}
          onOver={() => setSent(undefined)}
        />
      ) : (
        <>
          <BackHeader title={title} back={paths.data()} backLabel="Back to Data" summary={summary} />
          <NeedsConnection online={online} />
          {refusal && <NoticeBanner kind="warning">{refusal}</NoticeBanner>}
        </>
      )}
      {(!chosen || isOpen) && (
        <div className="flex flex-col gap-5" hidden={isOpen}>
          <NewImport key={noun} noun={noun} onSent={setSent} onClosed={() => setSent(undefined)} />
        </div>
      )}
    </div>
  );
}

type Props = { id: string; online: boolean; isOpen: boolean; onOver: () => void };

function SentImport({ id, online, isOpen, onOver }: Props) {
  const query = useQuery(importQueries.row(id));
  const { title, start } = nounWords[query.data?.noun ?? "doctors"];
  const isOver = query.data !== undefined && !["filling", "checking", "checked"].includes(query.data.state);
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  return (
    <>
      <BackHeader
        title={query.data ? title : "Import"}
        back={start}
        backLabel={isOpen ? "Back to the columns" : "Back to your imports"}
        summary={query.data?.file_name}
      />
      <NeedsConnection online={online} />
      {query.data ? (
        <ImportView state={query.data} isOpen={isOpen} onOver={onOver} />
      ) : (
        <Card>
          {isMissing(query.error) ? (
            <p className="text-muted">
              This import is not here any more. It was thrown away, or its 30 days are over.
            </p>
          ) : (
            <Unread query={query} what="the import" lines={6} />
          )}
        </Card>
      )}
    </>
  );
}

function NeedsConnection({ online }: { online: boolean }) {
  if (online) return null;
  return (
    <NoticeBanner kind="warning">
      An import needs a connection. What you chose stays here until you are connected again.
    </NoticeBanner>
  );
}
