import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { aDoctor, doctorBody } from "@rounds/testkit/builders.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { bringIn, wholly } from "../testing/imports.ts";

const app = await startApp();
const ravi = await app.signUp("ravi@example.com");
afterAll(() => app.close());

test("Undo of an import takes back what it changed itself, and nothing that was changed under the key of its batch", async () => {
  const meera = await aDoctor(app, { name: "Meera Iyer", norm: 4 });
  const made = await bringIn(ravi, [
    { name: "Meera Iyer", contact_number: meera.contact_number ?? "", norm: "2" },
  ]);
  const other = await aDoctor(app, { name: "Dr. Other", norm: 7 });
  const { rows } = await sql<{ batch_id: string }>`
    select batch_id from imports.rows where import_id = ${made.id}`.execute(app.db);
  const { id: _, ...body } = doctorBody({ name: "Dr. Other", norm: 1 });
  const { status } = await ravi.send(`/api/doctors/${other.id}`, {
    method: "PUT",
    headers: { "content-type": "application/json", "idempotency-key": rows[0]?.batch_id ?? "" },
    body: JSON.stringify({ ...body, version: other.version }),
  });
  expect(status).toBe(200);
  expect((await wholly(ravi, importRoutes.undo, made.id, "undone")).counts).toMatchObject({ undone: 1 });
  expect(
    (await app.call(doctorRoutes.list, { query: {} })).rows.map(({ name, norm }) => [name, norm]).sort(),
  ).toEqual([
    ["Dr. Other", 1],
    ["Meera Iyer", 4],
  ]);
});
