import type { Route, RouteShape, ShapeOf } from "@rounds/domain/contract/route.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { type ExportFormat, exportFileName } from "@rounds/domain/paging/export-file.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { download } from "../api/client.ts";

type QueryOf<R extends Route<RouteShape>> = NonNullable<ShapeOf<R>["query"]>;

/** A list with its filters, as its address or its own request has them. */
export type ExportedList =
  | { of: "doctors"; query: QueryOf<typeof doctorRoutes.export> }
  | { of: "visits"; query: QueryOf<typeof visitRoutes.export> }
  | { of: "products"; query: QueryOf<typeof productRoutes.export> }
  | { of: "sales"; query: QueryOf<typeof salesRoutes.export> }
  | { of: "changes"; query: QueryOf<typeof historyRoutes.export> }
  | { of: "team history"; query: QueryOf<typeof teamRoutes.exportAudit> }
  | { of: "stock history"; query: QueryOf<typeof stockRoutes.exportLedger>; product_id: string };

/** One of the files to which a list can be exported. */
export type ListFile = {
  title: string;
  /** What a row is, if there is more than one choice. */
  hint?: string;
  /** The first part of its name. */
  name: string;
  read: (format: ExportFormat) => Promise<Blob>;
};

/** The file's name on that day. */
export function nameOf({ name }: ListFile, today: string, format: ExportFormat): string {
  return exportFileName(name, today, format);
}

/** How many rows a list has, if they are counted. */
export type RowCount = number | "not counted";

/** The entries of which may wait on this phone, and be missing in the file. */
export const waitingNoun = {
  doctors: "doctors",
  visits: "visits",
  products: undefined,
  sales: "visits",
  "stock history": undefined,
  changes: undefined,
  "team history": undefined,
} as const;

/** The files of a list. The page does not matter: a file has all rows. */
export function filesOf(list: ExportedList): readonly ListFile[] {
  switch (list.of) {
    case "doctors": {
      const query = withoutPage(list.query);
      const read = (format: ExportFormat) => download(doctorRoutes.export, { query: { ...query, format } });
      return [{ title: "Doctors", name: "doctors", read }];
    }
    case "visits": {
      const query = withoutPage(list.query);
      const reading = (rows: "visits" | "products") => (format: ExportFormat) =>
        download(visitRoutes.export, { query: { ...query, rows, format } });
      return [
        {
          title: "Visits",
          hint: "One row for each visit, with its total.",
          name: "visits",
          read: reading("visits"),
        },
        {
          title: "Visits with products",
          hint: "One row for each product sold, with quantity and price. Visits without sales have one row.",
          name: "visits-with-products",
          read: reading("products"),
        },
      ];
    }
    case "products": {
      const query = withoutPage(list.query);
      const read = (format: ExportFormat) => download(productRoutes.export, { query: { ...query, format } });
      return [{ title: "Products", name: "products", read }];
    }
    case "sales": {
      const query = withoutPage(list.query);
      const read = (format: ExportFormat) => download(salesRoutes.export, { query: { ...query, format } });
      return [{ title: "Sales", name: "sales", read }];
    }
    case "changes": {
      const query = withoutPage(list.query);
      const read = (format: ExportFormat) => download(historyRoutes.export, { query: { ...query, format } });
      return [{ title: "Changes", hint: "One row for each field that was changed.", name: "changes", read }];
    }
    case "team history": {
      const query = withoutPage(list.query);
      const read = (format: ExportFormat) =>
        download(teamRoutes.exportAudit, { query: { ...query, format } });
      return [{ title: "Team history", name: "team-history", read }];
    }
    case "stock history": {
      const [params, query] = [{ id: list.product_id }, withoutPage(list.query)];
      const read = (format: ExportFormat) =>
        download(stockRoutes.exportLedger, { params, query: { ...query, format } });
      return [{ title: "Stock history", name: "stock-history", read }];
    }
  }
}

function withoutPage<Query extends object>(query: Query): Query {
  const { page: _, ...filters } = query as Query & { page?: number };
  return filters as unknown as Query;
}
