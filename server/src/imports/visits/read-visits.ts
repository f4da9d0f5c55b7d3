import { createHash } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import { cleanVisit, type DoctorText } from "@rounds/domain/imports/visits/clean-visit.ts";
import {
  judgeVisit,
  lineKey,
  type Meant,
  type ReadVisit,
  type VisitValues,
  valuesOf,
  visitKey,
} from "@rounds/domain/imports/visits/judge-visit.ts";
import {
  doctorRow,
  doctorTextKey,
  matchDoctor,
  matchProduct,
  productTextKey,
} from "@rounds/domain/imports/visits/match-names.ts";
import { maxItems } from "@rounds/domain/visits/visit.ts";
import { sql } from "kysely";
import { authorOf } from "../../team/queries.ts";
import { readKnown } from "../doctors/known-doctors.ts";
import type { Asked, ReadRow, StoredRow } from "../noun-import.ts";
import { type AuthoredVisit, createAuthors, type MeantRow } from "./authors.ts";

/** Reads rows of a list of visits, and finds the doctors, products, people and visits that they are about. */
export async function readVisitRows(
  tx: Database,
  rows: readonly StoredRow[],
  asked: Asked,
): Promise<ReadRow[]> {
  const cleaned = rows.map((stored) => ({ stored, row: cleanVisit(stored.cells, asked.today) }));
  const doctorOf = await createDoctors(
    tx,
    asked.id,
    cleaned.map(({ row }) => row.doctor),
  );
  const productOf = await createProducts(
    tx,
    asked.id,
    cleaned.map(({ row }) => row.product),
  );
  const meant = cleaned.map(({ stored, row }) => {
    const product = row.product === "" ? null : productOf(row.product);
    return { stored, row, doctor: doctorOf(row.doctor), product };
  });
  const thereOf = await readKnownVisits(tx, asked.id, meant);
  const personOf = await createAuthors(tx, asked);
  const read = meant.map(({ stored, ...row }) => {
    const there = thereOf(row);
    const visit: ReadVisit = { ...row, person: personOf(row, there) };
    const values = valuesOf(visit);
    const namesNobody = row.row.representative === null;
    const known = there.filter(
      ({ person, is_unnamed }) => person === values?.person || (is_unnamed && namesNobody),
    );
    return { stored, visit, values, known };
  });
  const all = read.flatMap(({ values }) => values ?? []);
  const lines = await readLines(tx, asked.id, all);
  return read.map(({ stored, visit, values, known }): ReadRow => {
    const own = values ? visitKey(values) : "";
    const line = values ? lineKey(values) : "";
    return {
      stored,
      keys: values ? { kept: [own, line], sought: [line] } : { kept: [], sought: [] },
      known: [],
      judge(others) {
        const { decision } = stored;
        const before = [...(lines.get(own) ?? [])].filter((other) => other < stored.line).length;
        const judgement = judgeVisit({ ...visit, known, others, decision, lines: before });
        if (judgement.verdict === "create") lines.set(own, (lines.get(own) ?? new Set()).add(stored.line));
        return judgement;
      },
    };
  });
}

/** The key of a text in the table of names. */
export function nameDigest(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** What a person decided about texts of one kind: the record, or null to leave their rows out. */
async function readChoices(
  db: Database,
  id: string,
  kind: "doctor" | "product",
  keys: readonly string[],
): Promise<(key: string) => string | null | undefined> {
  const digests = keys.map(nameDigest);
  const chosen = kind === "doctor" ? sql`directory.doctor_of(choice)` : sql`choice`;
  const { rows } = await sql<{ key: string; choice: string | null }>`
    select key, case when choice is not null then ${chosen} end as choice from imports.names
    where import_id = ${id} and kind = ${kind} and key = any(${digests}::text[])`.execute(db);
  const choices = new Map(rows.map(({ key, choice }) => [key, choice]));
  return (key) => choices.get(nameDigest(key));
}

/** Which doctor each of some texts means, as decided or else by what is clear. Texts that are one are looked up once. */
async function createDoctors(
  db: Database,
  id: string,
  texts: readonly DoctorText[],
): Promise<(text: DoctorText) => Meant> {
  const distinct = new Map(texts.map((text) => [doctorTextKey(text), text]));
  const choiceOf = await readChoices(db, id, "doctor", [...distinct.keys()]);
  const keys = [...distinct.keys()];
  const chosen = keys.flatMap((key) => choiceOf(key) ?? []);
  const { rows } = await sql<{
    id: string;
  }>`select id from doctors where id = any(${chosen}::uuid[])`.execute(db);
  const there = new Set(rows.map((doctor) => doctor.id));
  const undecided = [...distinct].filter(([key]) => choiceOf(key) === undefined);
  const known = await readKnownDoctors(
    db,
    id,
    undecided.map(([, text]) => text),
  );
  const meant = new Map<string, Meant>();
  for (const key of keys) {
    const choice = choiceOf(key);
    if (choice === null) meant.set(key, "left_out");
    else if (choice !== undefined) meant.set(key, there.has(choice) ? { id: choice } : "unclear");
  }
  for (const [at, [key, text]] of undecided.entries()) {
    const doctor = matchDoctor(text, known[at] ?? []);
    meant.set(key, doctor ? { id: doctor.id } : "unclear");
  }
  return (text) => meant.get(doctorTextKey(text)) ?? "unclear";
}

/** The doctors who have a name, number or address of each text. */
export async function readKnownDoctors(db: Database, id: string, texts: readonly DoctorText[]) {
  const rows = texts.map((text, line) => ({
    stored: { line, chosen_id: null },
    cleaned: doctorRow(text),
  }));
  const known = await readKnown(db, id, rows);
  return texts.map((_, line) => known.get(line) ?? []);
}

/** Which product each of some texts means, as decided or else by the name. */
async function createProducts(
  db: Database,
  id: string,
  texts: readonly string[],
): Promise<(text: string) => Meant> {
  const keys = [...new Set(texts.map(productTextKey))];
  const choiceOf = await readChoices(db, id, "product", keys);
  const { rows } = await sql<{ id: string; name: string }>`select id, name from products`.execute(db);
  const there = new Set(rows.map((product) => product.id));
  const match = matchProduct(rows);
  return (text) => {
    const choice = choiceOf(productTextKey(text));
    if (choice === null) return "left_out";
    const meant = choice ?? match(text)?.id;
    return meant !== undefined && there.has(meant) ? { id: meant } : "unclear";
  };
}

/** A visit that is there, and whether nobody can say whose it is: its author is not known, or was erased. */
type FoundVisit = AuthoredVisit & { is_unnamed: boolean };
type DoctorDay = { doctor_id: string; visit_date: string };

const ofDay = ({ doctor_id, visit_date }: DoctorDay) => `${doctor_id} ${visit_date}`;

/** The doctor and day of a row; none if one of them is not known. */
function doctorDays({ doctor, row }: MeantRow): DoctorDay[] {
  const { visit_date } = row;
  return typeof doctor === "object" && visit_date !== null ? [{ doctor_id: doctor.id, visit_date }] : [];
}

/** Visits of the doctors and days of rows that took place or were cancelled, without those that this import made. */
async function readKnownVisits(
  db: Database,
  id: string,
  rows: readonly MeantRow[],
): Promise<(row: MeantRow) => FoundVisit[]> {
  const asked = new Map(rows.flatMap(doctorDays).map((day) => [ofDay(day), day]));
  const { rows: found } = await sql<FoundVisit & DoctorDay>`
    select visits.id, visits.doctor_id, visits.visit_date, visits.created_by as person,
      ${authorOf("visits")} is null as is_unnamed, coalesce((
        select json_agg(json_build_object('product_id', product_id, 'quantity', quantity, 'unit_price', unit_price::text))
        from sales where visit_id = visits.id
      ), '[]') as lines
    from ${asRows([...asked.values()], { doctor_id: "uuid", visit_date: "date" }, "asked")}
    join visits on visits.doctor_id = asked.doctor_id and visits.visit_date = asked.visit_date
    where visits.status <> 'scheduled' and not exists (
      select from imports.rows where import_id = ${id} and record_id = visits.id and outcome = 'applied')
    order by visits.id`.execute(db);
  const known = new Map<string, FoundVisit[]>();
  for (const visit of found) {
    const same = known.get(ofDay(visit));
    if (same) same.push(visit);
    else known.set(ofDay(visit), [visit]);
  }
  return (row) => doctorDays(row).flatMap((day) => known.get(ofDay(day)) ?? []);
}

/** The lines of the file that are of the same visits: as many as a visit may have. */
async function readLines(
  db: Database,
  id: string,
  rows: readonly VisitValues[],
): Promise<Map<string, Set<number>>> {
  const keys = [...new Set(rows.map(visitKey))].map((key) => ({ key }));
  const { rows: found } = await sql<{ key: string; line: number }>`
    select asked.key, kept.line from ${asRows(keys, { key: "text" }, "asked")} cross join lateral (
      select line from imports.keys where import_id = ${id} and keys.key = asked.key order by line
      limit ${sql.lit(maxItems)}
    ) as kept`.execute(db);
  const lines = new Map<string, Set<number>>();
  for (const { key, line } of found) lines.set(key, (lines.get(key) ?? new Set()).add(line));
  return lines;
}
