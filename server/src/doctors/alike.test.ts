import type { DoctorAlikeQuery } from "@rounds/domain/doctors/doctor-list.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { aDoctor } from "@rounds/testkit/builders.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { alikeDoctors } from "./queries.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  for (const [name, address] of directory) await aDoctor(app, { name, address });
});
afterAll(() => app.close());

const directory: [name: string, address: string | null][] = [
  ["Dr. Sunita Rao", "12 MG Road, Pune"],
  ["Sunita RAO, M.D.", "4 Marine Drive, Mumbai"],
  ["Dr. Sunita Rao", null],
  ["Dr. Sunita Raone", "Pune"],
  ["Dr. R. K. Gupta", "Pune - 411001"],
];

const alike = async (query: DoctorAlikeQuery) =>
  (await app.call(doctorRoutes.alike, { query })).rows.map(({ name, city }) => `${name}: ${city}`);

test.each<[DoctorAlikeQuery, string[]]>([
  [{ name: "sunita rao", city: "PUNE." }, ["Dr. Sunita Rao: Pune", "Dr. Sunita Rao: null"]],
  [{ name: "Dr Sunita Rao", city: "Delhi" }, ["Dr. Sunita Rao: null"]],
  [{ name: "Dr. Sunita Rao" }, ["Dr. Sunita Rao: Pune", "Dr. Sunita Rao: null", "Sunita RAO, M.D.: Mumbai"]],
  [{ name: "RK Gupta", city: "Pune" }, ["Dr. R. K. Gupta: Pune - 411001"]],
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
    select gen_random_uuid(), 'Dr. Name ' || n % 1000, 'Road ' || n || ', Pune', '' from generate_series(1, 2000) as n`.execute(
    app.db,
  );
  await sql`analyze doctors`.execute(app.db);
  const query = alikeDoctors(app.db, { name: "dr name 77", city: "Pune", except: "" });
  const [plan] = await query.explain("json", sql`analyze`);
  const text = JSON.stringify(plan);
  expect(text).toContain('"Index Name":"doctors_by_same_name"');
  expect(text).not.toContain("Seq Scan");
  const { Plan } = (plan as { "QUERY PLAN": [{ Plan: { "Actual Rows": number } }] })["QUERY PLAN"][0];
  expect(Plan["Actual Rows"]).toBe(2);
});
