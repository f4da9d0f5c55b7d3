import type { LedgerPage } from "@rounds/domain/stock/stock.ts";
import { useQuery } from "@tanstack/react-query";
import { History, SearchX } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { known, readingOf } from "../../api/reading.ts";
import { ListExport } from "../../exports/ListExport.tsx";
import { useShown } from "../../router/RouterProvider.tsx";
import { ledgerSearch } from "../../search.ts";
import { filteringDays, isImpossible } from "../../table/filter/range-problem.ts";
import { useListSearch } from "../../table/filter/useListSearch.ts";
import { PagedTable } from "../../table/PagedTable.tsx";
import { usePagedList } from "../../table/usePagedList.ts";
import { Button } from "../../ui/control/Button.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { EmptyState } from "../../ui/message/EmptyState.tsx";
import { LedgerFilters, wholeLedger } from "./LedgerFilters.tsx";
import { ledgerColumns } from "./ledger-columns.tsx";
import { askedLedger } from "./ledger-filters.ts";
import { ledgerQuery, readWholeLedger } from "./stock-queries.ts";

const noEntries: LedgerPage = { rows: [], total: 0, page: 1, page_size: 10 };
/** A product's ledger, newest first: complete, or only one kind of movement on some days. */
export function LedgerCard({ product_id }: { product_id: string }) {
  const [search, change] = useListSearch(ledgerSearch);
  const impossible = isImpossible(search);
  const ledger = useQuery({ ...ledgerQuery(product_id, askedLedger(search)), enabled: !impossible });
  const list = usePagedList(impossible ? known(noEntries) : readingOf(ledger), {
    page: search.page,
    change,
    errorText: "The stock history could not be loaded.",
    quiet: true,
  });
  const filtered = Boolean(search.kind || filteringDays(search) || search.representative || impossible);
  const card = useRef<HTMLDivElement>(null);
  useLeadHere(card, filtered);
  return (
    <div ref={card}>
      <Card
        title="Stock History"
        flush
        actions={
          <ListExport
            look="icon"
            of="stock history"
            product_id={product_id}
            query={askedLedger(search)}
            total={list.data?.total}
          />
        }
      >
        <LedgerFilters search={search} onChange={change} />
        <PagedTable
          label="Stock History"
          itemName="entries"
          list={list}
          readWhole={() => readWholeLedger(product_id, askedLedger(search))}
          columns={ledgerColumns(search.kind)}
          empty={<NoEntries filtered={filtered} onClear={() => change(wholeLedger)} />}
        />
      </Card>
    </div>
  );
}

function NoEntries({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) {
    return (
      <EmptyState
        icon={SearchX}
        title="No stock movements match your filters."
        hint="There may be others: of another type, on other days, or by somebody else."
        action={<Button onClick={onClear}>Show the whole history</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={History}
      title="No stock movements yet"
      hint="Every unit that comes in or goes out is recorded here, with who did it."
    />
  );
}

/** History entries of this tab that were already scrolled to: going back to them must not scroll again. */
const led = new Set<string | undefined>();

/** A reader who comes for some entries, as from a figure of the inventory report, sees them at once. */
function useLeadHere(target: RefObject<HTMLElement | null>, wanted: boolean) {
  const entry = useShown().key;
  const arrived = useRef(false);
  useEffect(() => {
    if (arrived.current) return;
    arrived.current = true;
    if (!wanted || led.has(entry)) return;
    led.add(entry);
    // After the router, which scrolls a new screen to the top.
    requestAnimationFrame(() => target.current?.scrollIntoView());
  }, [wanted, entry, target]);
}
