import { doctorClasses, doctorTypes } from "@rounds/domain/doctors/choices.ts";
import { type Doctor, doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { doctorExportQuery } from "@rounds/domain/doctors/doctor-list.ts";
import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { createRandom, type Random } from "@rounds/domain/random/random.ts";
import { anId } from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { exportDoctors } from "../doctors/export-doctors.ts";
import { createDoctor } from "../doctors/queries.ts";
import { addPeople } from "../testing/people.ts";
import { cellsOfSheet, expectAsPredicted, verdictsOf } from "../testing/whole-imports.ts";

// Random directories and random files: what a check predicts is what applying does, the same file again changes nothing,
// what was exported changes nothing, and Undo leaves the directory as it was.

vi.setConfig({ testTimeout: 900_000 });
const seed = Number(process.env.SEED ?? 20261126);
const runs = Number(process.env.RUNS ?? casesOf(20, 1000));
const [now, today] = ["2025-06-15T10:00:00.000Z", "2025-06-15"];
const people = [
  { id: anId(), email: "asha@example.com", name: "Asha Rao" },
  { id: anId(), email: "ravi@example.com", name: "Ravi" },
  { id: anId(), email: "ravi.two@example.com", name: "Ravi" },
  { id: anId(), email: "leela@example.com", name: null },
] as const;
const actor = { id: people[0].id, email: people[0].email };
const asker = { actor, now, today };

const database = await createTestDatabase();
await addPeople(database.pool, people);
afterAll(() => database.close());

const words = {
  name: [
    "Anil Roy",
    "Dr. Anil Roy",
    "Roy Anil",
    "Sunil Roy",
    "Meera Iyer",
    "Mira Iyer",
    "M. Iyer",
    "Dr. R. K. Gupta",
    "RK Gupta",
    "Ravi Kumar Gupta",
    "डॉ. मीरा अय्यर",
    "***",
    "=1+2",
    "Dr.",
  ],
  hospital: ["Apollo", "Apollo Hospital", "Ruby Hall", "=HYPERLINK(1)", 'A, "B" & C', "N/A"],
  city: ["Pune", "Kolkata", "Calcutta", "Pune - 411001", "PUNE"],
  contact_number: [
    "98300 12345",
    "+91 98300-12345",
    "09822011111",
    "98300 12345 / 98311 00000",
    "022-2845 1234",
    "12345",
    "9.83E+09",
  ],
  email: ["a@x.example", "A@X.example", "b,c@y.example"],
  specialization: ["ENT", "Ent", "Cardiology"],
  street: ["12 MG Road", "12 M.G. Road\nCamp", "Salt Lake, Sector V"],
};

/** A stored doctor, also with what no row may bring in. */
function aDoctor(random: Random) {
  const or = <Value>(value: Value, chance = 0.6) => (random.chance(chance) ? value : null);
  const city = random.pick(words.city);
  return doctorInput.parse({
    name: random.pick(words.name),
    specialization: or(random.pick(words.specialization)),
    hospital: or(random.pick(words.hospital)),
    doctor_class: or(random.pick(doctorClasses)),
    doctor_type: or(random.pick(doctorTypes)),
    contact_number: or(random.pick(words.contact_number)),
    email: or(random.pick(words.email), 0.3),
    address: or(random.chance(0.5) ? city : `${random.pick(words.street)}, ${city}`),
    norm: or(random.integer(0, 9), 0.3),
    representative_id: or(random.pick(people).id),
  });
}

const otherCells: Readonly<Record<string, readonly string[]>> = {
  ...words,
  address: words.street,
  doctor_class: ["A", "core", "b+", "C", "D"],
  doctor_type: ["Dispenser", "rx", "both"],
  norm: ["4", "4.0", "many"],
  representative: ["Asha Rao", "Ravi", "RAVI@example.com", "Everybody", "Somebody else", "leela@example.com"],
};

/** A row: of a doctor who is there with other cells, or a new one. */
function aRow(random: Random, exported: readonly ImportCells[]): ImportCells {
  const row: ImportCells = exported.length > 0 && random.chance(0.5) ? { ...random.pick(exported) } : {};
  const cells: Record<string, string> = row;
  for (const field of Object.keys(otherCells).filter((name) => name !== "street"))
    if (random.chance(row.name ? 0.15 : 0.6)) cells[field] = random.pick(otherCells[field] ?? [""]);
  for (const field of Object.keys(cells)) if (random.chance(0.1)) cells[field] = "";
  if (!row.name && random.chance(0.9)) row.name = random.pick(words.name);
  if (row.name && random.chance(0.2)) row.name = row.name.toUpperCase();
  return row;
}

type Stored = Record<string, unknown>;
const fields = Object.keys(doctorInput.shape) as (keyof Doctor)[];
async function directory(): Promise<Map<string, Stored>> {
  const columns = sql.join(["id", ...fields].map((name) => sql.ref(name)));
  const { rows } = await sql<Stored & { id: string }>`select ${columns} from doctors`.execute(database.db);
  return new Map(rows.map((row) => [row.id, row]));
}

const exportedRows = () =>
  cellsOfSheet("doctors", exportDoctors(database.db, doctorExportQuery.parse({}), { actor, today }));

test(`in ${runs} random directories and files`, async () => {
  const counts: Record<string, number> = {};
  for (let run = 0; run < runs; run++) {
    const random = createRandom(seed + run);
    const said = `SEED=${seed} run ${run}`;
    await sql`delete from doctors`.execute(database.db);
    for (let n = random.integer(0, 8); n > 0; n--)
      await createDoctor(database.db, { ...aDoctor(random), id: anId() }, actor);
    const exported = await exportedRows();
    const imports = { db: database.db, noun: "doctors" as const, asker, portion: random.integer(1, 6) };
    if (exported.length > 0) {
      const verdicts = await verdictsOf(imports, exported);
      expect([said, ...verdicts]).toEqual([said, ...exported.map(() => "same")]);
    }
    const file = Array.from({ length: random.integer(1, 14) }, () => aRow(random, exported));
    const none = Object.fromEntries(fields.map((field) => [field, null]));
    const records = {
      read: directory,
      created: (values: Stored, id: string) => ({ ...none, representative_id: actor.id, ...values, id }),
      updated: (before: Stored | undefined, values: Stored) => ({ ...before, ...values }),
    };
    for (const verdict of await expectAsPredicted(imports, file, records, said))
      counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  // Each kind of row came up.
  for (const verdict of ["create", "update", "same", "look", "refused"])
    expect([verdict, counts[verdict] ?? 0]).not.toEqual([verdict, 0]);
});
