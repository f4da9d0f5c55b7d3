import { typedDoctor } from "@rounds/domain/doctors/alike.ts";
import type { DoctorAlikeQuery } from "@rounds/domain/doctors/doctor-list.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { aDoctor } from "@rounds/testkit/builders.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { candidatesOf } from "./candidates.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  for (const [name, address, contact_number = null] of directory)
    await aDoctor(app, { name, address, contact_number });
});
afterAll(() => app.close());

const directory: [name: string, address: string | null, phone?: string][] = [
  ["Dr. Sunita Rao", "12 MG Road, Pune"],
  ["Sunita RAO, M.D.", "4 Marine Drive, Mumbai"],
  ["Dr. Sunita Rao", null],
  ["Dr. Sunita Raone", "Pune"],
  ["Dr. R. K. Gupta", "Pune - 411001", "09830012345 / 2545 1111"],
];

const alike = async (query: DoctorAlikeQuery) =>
  (await app.call(doctorRoutes.alike, { query })).rows.map(({ name, city }) => `${name}: ${city}`);

test.each<[DoctorAlikeQuery, string[]]>([
  [{ name: "sunita rao", city: "PUNE." }, ["Dr. Sunita Rao: Pune", "Dr. Sunita Rao: null"]],
  [{ name: "Dr Sunita Rao", city: "Delhi" }, ["Dr. Sunita Rao: null"]],
  [{ name: "Dr. Sunita Rao" }, ["Dr. Sunita Rao: Pune", "Dr. Sunita Rao: null", "Sunita RAO, M.D.: Mumbai"]],
  [{ name: "RK Gupta", city: "Pune" }, ["Dr. R. K. Gupta: Pune - 411001"]],
  [{ name: "Suneeta Rao", city: "Pune" }, ["Dr. Sunita Rao: Pune"]],
  [{ name: "Gupta RK", city: "pune" }, ["Dr. R. K. Gupta: Pune - 411001"]],
  [{ name: "Gupta R", city: "Delhi", phone: "+91 98300 12345" }, ["Dr. R. K. Gupta: Pune - 411001"]],
  [{ name: "Sunita Rao", city: "Delhi", phone: "9830012345" }, ["Dr. Sunita Rao: null"]],
  [{ name: "Sunita" }, []],
  [{ name: "" }, []],
  [{ name: " . " }, []],
])("%j is said to be like %j", async (query, doctors) => {
  expect(await alike(query)).toEqual(doctors);
});

test("says at most three, and never the doctor who is edited", async () => {
  const made = [];
  for (let n = 0; n < 4; n++) made.push(await aDoctor(app, { name: "Dr. Many", address: "Pune" }));
  const ids = async (except = "") =>
    (await app.call(doctorRoutes.alike, { query: { name: "many", city: "Pune", except } })).rows.map(
      ({ id }) => id,
    );
  const [first, ...others] = made.map(({ id }) => id).sort();
  expect(await ids()).toEqual([first, ...others.slice(0, 2)]);
  expect(await ids(first)).toEqual(others);
});

test("refuses a longer name than a doctor can have, and what is no id, at their fields", async () => {
  const asked = alike({ name: "x".repeat(201), city: "y".repeat(501), except: "somebody" });
  await expect(asked).rejects.toMatchObject({
    status: 400,
    fields: { name: expect.any(String), city: expect.any(String), except: expect.any(String) },
  });
});

test("reads only the doctors of the name among thousands", async () => {
  await sql`
    insert into doctors (id, name, address, creation_digest)
    select gen_random_uuid(), 'Dr. N' || n % 1000 || 'x', 'Road ' || n || ', Pune', '' from generate_series(1, 2000) as n`.execute(
    app.db,
  );
  await sql`analyze doctors`.execute(app.db);
  await sql`analyze directory.doctor_keys`.execute(app.db);
  const typed = typedDoctor({ name: "n190x", city: "Pune", phone: "" });
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Actual Rows": number } }] }>`
    explain (analyze, format json) ${candidatesOf(typed, "")}`.execute(app.db);
  const text = JSON.stringify(rows);
  expect(text).toContain('"Index Name":"doctors_by_key"');
  expect(text).not.toContain("Seq Scan");
  expect(rows[0]?.["QUERY PLAN"][0].Plan["Actual Rows"]).toBe(2);
});
