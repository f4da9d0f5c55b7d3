import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { filledCell } from "@rounds/domain/imports/clean-text.ts";
import { identityOf } from "@rounds/domain/imports/doctors/compare-doctors.ts";
import type { Import } from "@rounds/domain/imports/import.ts";
import type { LikeRecord } from "@rounds/domain/imports/import-row.ts";
import { namesPageSize } from "@rounds/domain/imports/limits.ts";
import { doctorText } from "@rounds/domain/imports/visits/clean-visit.ts";
import { doctorRow } from "@rounds/domain/imports/visits/match-names.ts";
import type { ImportName, ImportNames, NameKind, nameMatch } from "@rounds/domain/imports/visits/names.ts";
import { pageAtHand } from "@rounds/domain/paging/page.ts";
import { productMatcher } from "@rounds/domain/products/match-products.ts";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { readCandidates, readNamesakes } from "../../doctors/candidates.ts";
import { type Asker, checkNext } from "../check-import.ts";
import { describeDoctors } from "../doctors/doctor-import.ts";
import { readImport, readStored, requireState } from "../queries.ts";
import { fieldsOf, keyOf, type Name, readNames } from "./read-names.ts";
import { nameDigest, readKnownDoctors } from "./read-visits.ts";

/** The most records that a text is said to be like. */
const mostCandidates = 5;

/** What a person decided about a text: the record, or null to leave its rows out; `is_remembered`: for another file. */
type Decided = { kind: NameKind; key: string; choice: string | null; is_remembered: boolean };

/** One page of the texts of a list of visits about which a person must decide, or has decided. */
export async function listNames(db: Database, id: string, page: number): Promise<ImportNames> {
  const { rows: decided } = await sql<Decided>`
    select kind, key, choice, is_remembered from imports.names where import_id = ${id}`.execute(db);
  const decisions = new Map(decided.map((one) => [`${one.kind} ${one.key}`, one]));
  const decisionOf = ({ kind, key }: Name) => decisions.get(`${kind} ${nameDigest(key)}`);
  const choiceOf = (name: Name) => decisionOf(name)?.choice;
  const names = [await readNames(db, id, "doctor"), await readNames(db, id, "product")]
    .flatMap((all) => [...all.values()])
    .filter((name) => name.unclear > 0 || choiceOf(name) !== undefined);
  const isOpen = (name: Name) => choiceOf(name) === undefined;
  names.sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)) || other.rows - one.rows);
  const list = pageAtHand(names, page, namesPageSize);
  const candidates = await readLike(db, id, list.rows);
  const chosenOf = (kind: NameKind) =>
    readChosen(
      db,
      kind,
      list.rows.filter((name) => name.kind === kind).flatMap((name) => choiceOf(name) ?? []),
    );
  const chosen = { doctor: await chosenOf("doctor"), product: await chosenOf("product") };
  const rows = list.rows.map((name, at): ImportName => {
    const choice = choiceOf(name);
    const [cells = {}] = name.texts;
    const filled = Object.fromEntries(Object.entries(cells).filter(([, text]) => text.trim() !== ""));
    return {
      kind: name.kind,
      cells: filled,
      rows: name.rows,
      state: choice === undefined ? "unclear" : choice === null ? "left_out" : "chosen",
      record: chosen[name.kind].get(choice ?? "") ?? null,
      is_remembered: decisionOf(name)?.is_remembered ?? false,
      candidates: candidates[at] ?? [],
    };
  });
  return { ...list, rows, unclear: names.filter(isOpen).length };
}

/** A product as what a text may mean. */
const productColumns = sql`id, name, coalesce(category, '') as "where"`;

/** The records with these ids, by id; of a doctor who was merged into another one it is the other. */
async function readChosen(
  db: Database,
  kind: NameKind,
  ids: readonly string[],
): Promise<Map<string, LikeRecord>> {
  if (kind === "product") {
    const { rows } = await sql<LikeRecord>`
      select ${productColumns} from products where id = any(${ids}::uuid[])`.execute(db);
    return byId(rows);
  }
  const { rows } = await sql<{ asked: string; id: string }>`
    select id as asked, directory.doctor_of(id) as id from unnest(${ids}::uuid[]) as asked (id)`.execute(db);
  const described = byId(await describeDoctors(db, [...new Set(rows.map(({ id }) => id))]));
  return new Map(
    rows.flatMap(({ asked, id }) => {
      const record = described.get(id);
      return record ? [[asked, record] as const] : [];
    }),
  );
}

const byId = (records: readonly LikeRecord[]) => new Map(records.map((record) => [record.id, record]));

/**
 * Which records each of some texts may mean: doctors of the name or number first, then those alike, or else those of nearly that
 * name. One statement after another, so that a page of texts takes one connection.
 */
async function readLike(db: Database, id: string, names: readonly Name[]): Promise<LikeRecord[][]> {
  const doctors = names
    .filter(({ kind }) => kind === "doctor")
    .map((name) => ({ name, text: doctorText(name.texts[0] ?? {}) }));
  const known = await readKnownDoctors(
    db,
    id,
    doctors.map(({ text }) => text),
  );
  const found = new Map<Name, string[]>();
  for (const [at, { name, text }] of doctors.entries()) {
    const alike = await readCandidates(db, identityOf(doctorRow(text)));
    const ids = new Set([...(known[at] ?? []), ...alike].map((doctor) => doctor.id));
    found.set(name, [...ids].slice(0, mostCandidates));
  }
  // Who is alike is looked for in the city of the text.
  const others = doctors.filter(({ name }) => found.get(name)?.length === 0);
  const written = others.map(({ text }) => text.name);
  const namesakes = await readNamesakes(db, written, mostCandidates);
  for (const [at, { name }] of others.entries()) found.set(name, namesakes[at] ?? []);
  const described = byId(await describeDoctors(db, [...new Set([...found.values()].flat())]));
  const likeProduct = doctors.length < names.length ? await createProductMatcher(db) : undefined;
  return names.map((name) => {
    if (name.kind === "product") return likeProduct?.(name) ?? [];
    return (found.get(name) ?? []).flatMap((doctor) => described.get(doctor) ?? []);
  });
}

/** Finds the products that a text may mean. */
async function createProductMatcher(db: Database): Promise<(name: Name) => LikeRecord[]> {
  const { rows: products } = await sql<LikeRecord>`
    select ${productColumns} from products order by name_key, id`.execute(db);
  const match = productMatcher(products);
  return ({ texts: [cells = {}] }) => {
    const text = filledCell(cells.product ?? "");
    const found = match(text);
    const [first = ""] = text.split(/\s+/);
    return (found.length > 0 ? found : match(first)).slice(0, mostCandidates);
  };
}

/**
 * Decides which record a text of a list of visits means, and checks its rows again. Throws `not_found`,
 * `forbidden`, `import_moved_on` unless the rows are being checked, and `validation_failed` for a text that is not in the
 * file and for a record that is not there.
 */
export async function matchName(
  db: Database,
  id: string,
  { kind, cells, choice }: z.output<typeof nameMatch>,
  asker: Asker,
): Promise<Import> {
  return await transaction(db, async (tx) => {
    const stored = await readStored(tx, id, asker.actor, { locked: true });
    requireState(stored, "checking", "checked");
    const key = keyOf(kind, cells);
    const name = stored.noun === "visits" ? (await readNames(tx, id, kind)).get(key) : undefined;
    if (!name)
      throw new AppError("validation_failed", { fields: { cells: "No row of the file has this text" } });
    const isRecord = choice !== "left_out" && choice !== "unclear";
    if (isRecord && (await readChosen(tx, kind, [choice])).size === 0)
      throw new AppError("validation_failed", { fields: { choice: `Please choose a ${kind} who is there` } });
    const record = isRecord ? choice : null;
    await sql`
      delete from imports.names where import_id = ${id} and kind = ${kind} and key = ${nameDigest(key)}`.execute(
      tx,
    );
    if (choice !== "unclear")
      await sql`
        insert into imports.names (import_id, kind, key, choice)
        values (${id}, ${kind}, ${nameDigest(key)}, ${record}::uuid)`.execute(tx);
    await uncheck(tx, id, name);
    await checkNext(tx, stored, asker);
    return await readImport(tx, id);
  });
}

/** Lets the rows of a text be checked again, and those that are doubles of them. */
async function uncheck(tx: Database, id: string, { kind, texts }: Name): Promise<void> {
  const fields = fieldsOf[kind];
  const types = Object.fromEntries(fields.map((field) => [field, "text"])) as Record<string, "text">;
  const isSame = fields.map(
    (field): RawBuilder<unknown> =>
      sql`coalesce(cells ->> ${sql.lit(field)}, '') = ${sql.ref(`given.${field}`)}`,
  );
  await sql`
    with own as (
      update imports.rows set verdict = 'unchecked', double_of = null
      from ${asRows(texts as Record<string, string>[], types, "given")}
      where import_id = ${id} and ${sql.join(isSame, sql` and `)} returning line
    ), doubles as (
      update imports.rows set verdict = 'unchecked', double_of = null
      where import_id = ${id} and double_of in (select line from own) and line not in (select line from own)
    )
    delete from imports.keys where import_id = ${id} and line in (select line from own)`.execute(tx);
}
