import { createHash } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import type { ImportReason } from "@rounds/domain/imports/import-row.ts";
import { reason } from "@rounds/domain/imports/judgement.ts";
import { cleanVisit, type DoctorText } from "@rounds/domain/imports/visits/clean-visit.ts";
import {
  judgeVisit,
  type KnownVisit,
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
import { readKnown } from "../doctors/known-doctors.ts";
import { createReceivers } from "../doctors/receivers.ts";
import { type Asked, type ReadRow, refusal, type StoredRow } from "../noun-import.ts";

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
  const personOf = await createPeople(tx, asked);
  const read = cleaned.map(({ stored, row }) => {
    const product = row.product === "" ? null : productOf(row.product);
    const visit: ReadVisit = {
      row,
      doctor: doctorOf(row.doctor),
      product,
      person: personOf(row.representative),
    };
    return { stored, visit, values: valuesOf(visit) };
  });
  const all = read.flatMap(({ values }) => values ?? []);
  const knownOf = await readKnownVisits(tx, asked.id, all);
  const lines = await readLines(tx, asked.id, all);
  return read.map(({ stored, visit, values }): ReadRow => {
    const own = values ? visitKey(values) : "";
    const line = values ? lineKey(values) : "";
    const known = values ? knownOf(values) : [];
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

/** Whose visit each of some texts means; one's own without a text. Who may not change visits of others brings in their own. */
async function createPeople(db: Database, { actor, now }: Asked) {
  const receiverOf = await createReceivers(db, now);
  const refusedToBringIn = refusal(actor, "edit_visits_of_others", "representative");
  return (text: string | null): { id: string } | ImportReason => {
    const missing = (message: string) => reason("representative_missing", message, "representative");
    const receiver = receiverOf(text) ?? { id: actor.id };
    if ("unknown" in receiver) return missing(receiver.unknown);
    const { id } = receiver;
    if (id === null) return missing("Please enter whose visit this is.");
    return (id === actor.id ? null : refusedToBringIn) ?? { id };
  };
}

const ofVisit = ({
  doctor_id,
  visit_date,
  person,
}: Pick<VisitValues, "doctor_id" | "visit_date" | "person">) => `${doctor_id} ${visit_date} ${person}`;

/** Visits of the doctors, days and people of rows that took place or were cancelled, without those that this import made. */
async function readKnownVisits(
  db: Database,
  id: string,
  rows: readonly VisitValues[],
): Promise<(values: VisitValues) => KnownVisit[]> {
  const wanted = new Map(rows.map((values) => [ofVisit(values), values]));
  const asked = [...wanted.values()].map(({ doctor_id, visit_date, person }) => ({
    doctor_id,
    visit_date,
    person,
  }));
  const { rows: found } = await sql<KnownVisit & { doctor_id: string; visit_date: string; person: string }>`
    select visits.id, visits.doctor_id, visits.visit_date, visits.created_by as person, coalesce((
        select json_agg(json_build_object('product_id', product_id, 'quantity', quantity, 'unit_price', unit_price::text))
        from sales where visit_id = visits.id
      ), '[]') as lines
    from ${asRows(asked, { doctor_id: "uuid", visit_date: "date", person: "uuid" }, "asked")}
    join visits on visits.doctor_id = asked.doctor_id and visits.visit_date = asked.visit_date
      and visits.created_by = asked.person
    where visits.status <> 'scheduled' and not exists (
      select from imports.rows where import_id = ${id} and record_id = visits.id and outcome = 'applied')
    order by visits.id`.execute(db);
  const known = new Map<string, KnownVisit[]>();
  for (const visit of found) {
    const same = known.get(ofVisit(visit));
    if (same) same.push(visit);
    else known.set(ofVisit(visit), [visit]);
  }
  return (values) => known.get(ofVisit(values)) ?? [];
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
