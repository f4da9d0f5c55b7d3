import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type {
  Availability,
  LedgerExportQuery,
  LedgerPage,
  LedgerQuery,
  StockAddition,
  StockChange,
  StockCorrection,
} from "./stock.ts";

export const stockRoutes = {
  add: route<{ params: RecordParams; body: StockAddition; response: StockChange }>(
    "POST",
    "/api/products/:id/stock-additions",
  ),
  correct: route<{ params: RecordParams; body: StockCorrection; response: StockChange }>(
    "POST",
    "/api/products/:id/stock-corrections",
  ),
  availability: route<{ params: RecordParams; response: Availability }>(
    "GET",
    "/api/products/:id/availability",
  ),
  ledger: route<{ params: RecordParams; query: LedgerQuery; response: LedgerPage }>(
    "GET",
    "/api/products/:id/ledger",
  ),
  /** All rows of the ledger under the filters, newest first, as CSV or an Excel workbook; streamed. */
  exportLedger: route<{ params: RecordParams; query: LedgerExportQuery; response: string }>(
    "GET",
    "/api/products/:id/ledger-export",
  ),
};
