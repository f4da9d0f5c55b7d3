import type { Import } from "@rounds/domain/imports/import.ts";
import { namesPageSize } from "@rounds/domain/imports/limits.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Unread } from "../../history/Unread.tsx";
import { Pagination } from "../../table/Pagination.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { namesQuery } from "../queries.ts";
import { NameItem } from "./NameItem.tsx";

/** Doctors and products of a list of visits that are not clear: each is decided about once, for all its rows. */
export function NamesToMatch({ state }: { state: Import }) {
  const [page, setPage] = useState(1);
  const names = useQuery(namesQuery(state.id, page));
  if (names.data?.total === 0) return null;
  return (
    <Card flush title="Names to match">
      {names.data ? (
        <>
          <p role="status" className="px-4 pb-3 text-muted sm:px-5">
            {unclearWords(names.data.unclear)}
          </p>
          <ul aria-label="Names to match" className="divide-y divide-line border-t border-line">
            {names.data.rows.map((name) => (
              <NameItem key={`${name.kind} ${JSON.stringify(name.cells)}`} id={state.id} name={name} />
            ))}
          </ul>
        </>
      ) : (
        <div className="border-t border-line p-4">
          <Unread query={names} what="the names" lines={4} />
        </div>
      )}
      {names.data && (
        <Pagination
          list={{ ...names.data, page, page_size: namesPageSize }}
          asked={page}
          itemName="names"
          onPage={setPage}
        />
      )}
    </Card>
  );
}

function unclearWords(unclear: number): string {
  if (unclear === 0) return "You have decided about all names.";
  const are = unclear === 1 ? "1 name is" : `${formatCount(unclear)} names are`;
  return `${are} not clear. What you decide counts for all rows with that name; without a decision they are left out.`;
}
