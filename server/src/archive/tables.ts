/** A table that an archive holds, each in a file of its own. */
export type ArchiveTable = {
  file: string;
  /** As PostgreSQL names it, without `public.`. */
  table: string;
  /** What its rows are, in words for administrators. */
  words: string;
  /** The order of its rows in the file. */
  order: readonly string[];
  /** Columns that the database or the server makes anew. */
  left_out?: readonly string[];
  /** A column that is only compared after everything was stored: the database fills it itself. */
  compared?: string;
  /** Stored with one statement: of a part of it the stock could be negative. */
  staged?: boolean;
  /** A column of ascending numbers that the database gives out. */
  numbered?: string;
  /** The archive's rows replace what an empty Rounds has there. */
  replaces?: boolean;
  /** Where ids of its rows may be left from what was deleted here before; they go there. */
  forgets?: readonly string[];
  /** An archive without it can't be brought in. */
  required?: boolean;
};

/** The file with the table of contents of an archive. */
export const manifestFile = "manifest.json";

/** The file of the accounts, which are no table of their own: a few of their columns. */
export const peopleFile = "people.csv";
export const peopleColumns = ["id", "email", "role", "name", "created_at", "deleted_at"] as const;

/** Archives of before migration 21 don't have it. */
export const representativesFile = "doctor_representatives.csv";

const aliases = "directory.doctor_aliases";
const merges = "directory.doctor_merges";

/** Every table of an archive, in the order in which it is stored: what others refer to comes first. */
export const archiveTables: readonly ArchiveTable[] = [
  {
    file: "doctors.csv",
    table: "doctors",
    words: "Doctors",
    order: ["id"],
    left_out: ["rollup_key", "changed"],
    forgets: [aliases],
    required: true,
  },
  {
    file: "doctor_norms.csv",
    table: "doctor_norms",
    words: "Former classes and targets of doctors",
    order: ["doctor_id", "until"],
  },
  {
    file: representativesFile,
    table: "doctor_representatives",
    words: "Former representatives of doctors",
    order: ["doctor_id", "until"],
  },
  {
    file: "doctor_aliases.csv",
    table: aliases,
    words: "Doctors that were merged into others",
    order: ["id"],
    forgets: [aliases],
  },
  {
    file: "doctor_merges.csv",
    table: merges,
    words: "What each merge moved, to undo it",
    order: ["id"],
    forgets: [merges],
  },
  {
    file: "products.csv",
    table: "products",
    words: "Products",
    order: ["id"],
    left_out: ["rollup_key", "changed"],
    compared: "current_stock",
    required: true,
  },
  {
    file: "visits.csv",
    table: "visits",
    words: "Visits",
    order: ["id"],
    left_out: ["changed"],
    required: true,
  },
  { file: "sales.csv", table: "sales", words: "Sales of visits", order: ["id"], required: true },
  {
    file: "stock_transactions.csv",
    table: "stock_transactions",
    words: "The whole stock ledger",
    order: ["sequence"],
    staged: true,
    numbered: "sequence",
    required: true,
  },
  {
    file: "visit_skips.csv",
    table: "visit_skips",
    words: "Doctors who were not seen on a day, and why",
    order: ["user_id", "day", "doctor_id"],
  },
  {
    file: "call_norms.csv",
    table: "call_norms",
    words: "Calls a month for each class",
    order: ["doctor_class", "from_month"],
    replaces: true,
  },
  { file: "holidays.csv", table: "holidays", words: "Holidays", order: ["day"], replaces: true },
  {
    file: "leave_days.csv",
    table: "leave_days",
    words: "Days of leave",
    order: ["user_id", "day"],
    replaces: true,
  },
  {
    file: "company.csv",
    table: "company",
    words: "What the company is called",
    order: ["id"],
    replaces: true,
  },
  {
    file: "permissions.csv",
    table: "auth.permissions",
    words: "Who may do what",
    order: ["role", "permission"],
    replaces: true,
  },
  { file: "saved_views.csv", table: "lists.views", words: "Saved views", order: ["id"], replaces: true },
  {
    file: "kept_on_phones.csv",
    table: "sync.pins",
    words: "Doctors who are kept on phones by choice",
    order: ["user_id", "doctor_id"],
  },
  {
    file: "deleted.csv",
    table: "sync.deleted",
    words: "What was deleted, and by whom",
    order: ["id"],
    left_out: ["changed"],
  },
  {
    file: "history.csv",
    table: "history.changes",
    words: "History of changes, with deleted records",
    order: ["id"],
    numbered: "id",
  },
];

/** Tables and whole schemas (`name.*`) that no archive holds, and why. A test compares both lists with the database. */
export const leftOut: Readonly<Record<string, string>> = {
  "auth.*": "Accounts are in people.csv; passwords, sessions, second factors, keys and the audit log stay.",
  "archive.*": "Archives on their way in.",
  "bulk.*": "How far bulk edits are; what they changed is in the history.",
  "imports.*": "Lists on their way in; what became of their rows is in the doctors and in the history.",
  "directory.doctor_keys": "Made again from the doctors.",
  "directory.doctors_apart": "Which likely pairs are two doctors: people are asked again.",
  "live.*": "Messages between servers.",
  "replica.*": "Which database follows which.",
  "sync.devices": "Phones report themselves again.",
  "sync.skip_keys": "Recognises requests that phones repeat, which are sent to one server.",
  "sync.epoch": "A server has its own; another one makes phones read everything again.",
  rollup_changes: "Sums, made again from the rows.",
  day_totals: "Sums, made again from the rows.",
  product_periods: "Sums, made again from the rows.",
  doctor_periods: "Sums, made again from the rows.",
  person_periods: "Sums, made again from the rows.",
  person_products: "Sums, made again from the rows.",
  person_doctors: "Sums, made again from the rows.",
  kysely_migration: "The schema's own.",
  kysely_migration_lock: "The schema's own.",
};
