import type { NormSetting, NormSource } from "@rounds/domain/coverage/norms.ts";
import type { Holiday } from "@rounds/domain/coverage/settings.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { StockTransaction } from "@rounds/domain/stock/stock.ts";
import type { Skip } from "@rounds/domain/today/skip.ts";
import type { Sale, Visit } from "@rounds/domain/visits/visit.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { AuthTables } from "./auth-tables.ts";

/** Columns that the database fills when a row is created, and that the server may set on a change. */
type Kept = "version" | "created_at" | "updated_at";

/** A table whose columns are a domain shape, plus columns that only the database has. */
type TableOf<Row, Own> = { [Column in Exclude<keyof Row, Kept | keyof Own>]: Row[Column] } & {
  [Column in Extract<keyof Row, Kept>]: Generated<Row[Column]>;
} & Own;

type Creation = { creation_digest: string; operation_key: string | null; edit_keys: Generated<string[]> };

/** The transaction that changed a row last, as a number; null before there was a sync. */
type Synced = { changed: Generated<string | null> };

/** The database's computed columns: a name to sort by, and the texts to search in. */
type Searched = {
  name_key: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  search_words: GeneratedAlways<string>;
};

/** Every table with its columns, derived from the domain's shapes; a test compares them with the database. */
export type Tables = AuthTables & {
  doctors: TableOf<
    Doctor,
    Creation &
      Synced &
      Searched & {
        trimmed_address: GeneratedAlways<string | null>;
        city: GeneratedAlways<string | null>;
        city_key: GeneratedAlways<string | null>;
        address_key: GeneratedAlways<string | null>;
        picker_search: GeneratedAlways<string>;
        picker_words: GeneratedAlways<string>;
        rollup_key: GeneratedAlways<number>;
      }
  >;
  products: TableOf<
    Product,
    Creation &
      Synced &
      Searched & { current_stock: ColumnType<number, never, never>; rollup_key: GeneratedAlways<number> }
  >;
  visits: TableOf<
    Omit<Visit, "doctor" | "sales" | "total_sales" | "recorded_by">,
    Creation & Synced & { search: GeneratedAlways<string>; moves_stock: Generated<boolean> }
  >;
  sales: TableOf<
    Omit<Sale, "product">,
    { doctor_id: string; position: number; transaction_date: string; total_amount: GeneratedAlways<string> }
  >;
  call_norms: NormSetting;
  holidays: Holiday;
  leave_days: { user_id: string; day: string };
  company: { id: Generated<boolean>; name: string | null };
  doctor_norms: NormSource & { doctor_id: string; until: Generated<string> };
  doctor_representatives: { doctor_id: string; until: Generated<string>; representative_id: string | null };
  stock_transactions: TableOf<
    StockTransaction,
    { id: Generated<string>; creation_digest: string | null; sequence: GeneratedAlways<number> }
  >;
  visit_skips: Omit<Skip, "created_at"> & { created_at: Generated<string> };
};
