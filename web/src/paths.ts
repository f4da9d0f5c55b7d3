import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import type {
  CoverageDoctorsSearch,
  CoverageSearch,
  DoctorsSearch,
  InventorySearch,
  LedgerSearch,
  ProductsSearch,
  SalesSearch,
  TodaySearch,
  VisitsSearch,
} from "./search.ts";

/** A screen to go to: the path and its search parameters. */
export type Target = { to: string; search?: Record<string, string | number | undefined> };

/** The visits of all days: without any, their list shows the month. */
export const allDates = { start_date: "", end_date: "" };

const row = (list: string, id: string, rest = "") => `/${list}/${encodeURIComponent(id)}${rest}`;

/** The one owner of the product's addresses: every link and every redirect takes its target from here. */
export const paths = {
  signIn: (redirect?: string): Target => ({ to: "/login", search: { redirect } }),
  signUp: (redirect?: string): Target => ({ to: "/login", search: { redirect, mode: "sign-up" } }),
  forgotPassword: (redirect?: string): Target => ({ to: "/login/forgot", search: { redirect } }),
  signInByCode: (redirect?: string): Target => ({ to: "/login/code", search: { redirect } }),
  invitation: (): Target => ({ to: "/login/invitation" }),
  confirmAddress: (redirect?: string): Target => ({ to: "/login/confirm", search: { redirect } }),
  newPassword: (redirect?: string): Target => ({ to: "/new-password", search: { redirect } }),
  dashboard: (): Target => ({ to: "/" }),

  /** Today, a day to plan, or a week. */
  today: (search?: TodaySearch): Target => ({ to: "/today", search }),
  /** All visits of a day entered at once; of today without a day. */
  catchUp: (day?: string): Target => ({ to: "/today/catch-up", search: { day } }),

  doctors: (search?: DoctorsSearch): Target => ({ to: "/doctors", search }),
  addDoctor: (): Target => ({ to: "/doctors/add" }),
  doctor: (id: string): Target => ({ to: row("doctors", id) }),
  editDoctor: (id: string): Target => ({ to: row("doctors", id, "/edit") }),

  visits: (search?: VisitsSearch): Target => ({ to: "/visits", search }),
  addVisit: (search?: { doctor_id?: string }): Target => ({ to: "/visits/add", search }),
  /** Records a visit with few taps; without a doctor, it asks for one first. */
  recordVisit: (search?: { doctor_id?: string }): Target => ({ to: "/visits/record", search }),
  visit: (id: string): Target => ({ to: row("visits", id) }),
  editVisit: (id: string): Target => ({ to: row("visits", id, "/edit") }),

  products: (search?: ProductsSearch): Target => ({ to: "/products", search }),
  addProduct: (): Target => ({ to: "/products/add" }),
  /** With its ledger, complete or only one kind of movement on some days. */
  product: (id: string, ledger?: LedgerSearch): Target => ({ to: row("products", id), search: ledger }),
  editProduct: (id: string): Target => ({ to: row("products", id, "/edit") }),

  sales: (search?: SalesSearch): Target => ({ to: "/sales", search }),

  inventory: (search?: InventorySearch): Target => ({ to: "/inventory", search }),

  coverage: (search?: CoverageSearch): Target => ({ to: "/coverage", search }),
  /** The doctors of one of its figures, of a class or of all. */
  coverageDoctors: (search: CoverageDoctorsSearch): Target => ({ to: "/coverage/doctors", search }),

  /** Everybody's figures of a month. */
  performance: (search?: { month?: string; sort?: string }): Target => ({ to: "/performance", search }),
  /** The figures of one person. */
  person: (id: string, search?: { month?: string }): Target => ({ to: row("performance", id), search }),

  /** Where data is brought in and out, and changes are taken back. */
  data: (): Target => ({ to: "/data" }),

  /** What was deleted lately; `record` is one that is about to be brought back. */
  deleted: (search?: { record?: string }): Target => ({ to: "/deleted", search }),
  /** A list of doctors is brought in, or `of` others; `id` is an import whose rows were sent. */
  imports: (search?: { id?: string; of?: ImportNoun }): Target => ({ to: "/data/import", search }),
  /** Everything in one archive, out and in. */
  archive: (): Target => ({ to: "/data/archive" }),

  /** Doctors who were probably entered twice. */
  likelyDuplicates: (): Target => ({ to: "/data/likely-duplicates" }),

  account: (): Target => ({ to: "/account" }),

  team: (): Target => ({ to: "/team" }),
  teamMember: (id: string): Target => ({ to: row("team", id) }),
  /** Norms of calls, and holidays. */
  teamSettings: (): Target => ({ to: "/team/settings" }),
  /** All changes of records and settings. */
  teamChanges: (): Target => ({ to: "/team/changes" }),
  /** The audit log: of all accounts, or to and by one. */
  teamAudit: (search?: { user?: string }): Target => ({ to: "/team/audit", search }),
};

/** Whether a path is a form's, to which nobody wants to return after saving. */
export function isFormPath(path: string): boolean {
  return /\/(add|edit|record)$/.test(path);
}
