import { limitedRoles, notPermittedWords, permissions } from "@rounds/domain/account/permissions.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { anId } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { send } from "@rounds/testkit/send.ts";
import { afterAll, expect, test } from "vitest";
import { startWithRoles } from "../testing/roles.ts";

type Operation = { route: string; method: string; path: string; needs: string[] };

const { app, people: limited, deny } = await startWithRoles();
const people = { admin: app.member, ...limited };
const { paths } = JSON.parse((await send(app.url, "/api/openapi.json")).text) as {
  paths: Record<string, Record<string, { security: { session: string[] }[] }>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => method !== "head")
    .map(([method, { security }]) => ({
      route: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{noun\}/g, "doctors").replaceAll(/\{\w+\}/g, anId()),
      needs: security[0]?.session ?? [],
    })),
);
afterAll(() => app.close());

/** Sends a request that no route accepts, and returns how it is refused, if it is because of who sends it. */
async function refusalOf({ method, path }: Operation, by: Member): Promise<string | undefined> {
  const headers: Record<string, string> = method === "GET" ? {} : { "content-type": "application/json" };
  const body = method === "POST" || method === "PUT" ? { body: "{}" } : {};
  const { status, text } = await by.send(path, { method, headers, ...body });
  return status === 403 ? JSON.parse(text).code : undefined;
}

/** The routes that refuse somebody, by how they do. */
async function refusedTo(by: Member): Promise<Record<string, string>> {
  const asked = operations.map(
    async (operation) => [operation.route, await refusalOf(operation, by)] as const,
  );
  return Object.fromEntries(
    (await Promise.all(asked)).flatMap(([route, code]) => (code ? [[route, code]] : [])),
  );
}

const needing = (name: string) => operations.filter(({ needs }) => needs.includes(name));
const refusals = (name: string, code: string) =>
  Object.fromEntries(needing(name).map(({ route }) => [route, code]));

test("these routes write, and need no permission: what is one's own, or new", () => {
  const free = operations.filter(({ method, needs }) => method !== "GET" && needs.length === 0);
  expect(free.map(({ route }) => route).sort()).toEqual([
    "DELETE /api/account/email-change",
    "DELETE /api/account/sessions/{id}",
    "DELETE /api/coverage/leave",
    "DELETE /api/doctors/{id}/pin",
    "DELETE /api/imports/{id}",
    "DELETE /api/today/skips/{id}",
    "DELETE /api/views/{id}",
    "POST /api/account/recovery-codes",
    "POST /api/bulk-edits",
    "POST /api/bulk-edits/{id}/undo",
    "POST /api/doctors",
    "POST /api/doctors/likely-pairs",
    "POST /api/imports",
    "POST /api/imports/{id}/decide",
    "POST /api/imports/{id}/stock",
    "POST /api/sync/devices",
    "POST /api/views",
    "POST /api/visits",
    "PUT /api/coverage/leave",
    "PUT /api/doctors/{id}/pin",
    "PUT /api/imports/{id}/rows",
    "PUT /api/today/skips/{id}",
    "PUT /api/views/order",
    "PUT /api/views/{id}",
  ]);
});

test("each permission is needed by these routes", () => {
  const byName: Record<string, string[]> = {};
  for (const { route, needs } of operations)
    for (const name of needs) if (name !== "admin") byName[name] = [...(byName[name] ?? []), route].sort();
  expect(byName).toEqual({
    change_products: ["DELETE /api/products/{id}", "POST /api/products", "PUT /api/products/{id}"],
    "some:change_products": [
      "POST /api/deleted/{id}/restore",
      "POST /api/history/{id}/undo",
      "POST /api/imports/{id}/apply",
      "POST /api/imports/{id}/check",
      "POST /api/imports/{id}/fix",
      "POST /api/imports/{id}/undo",
    ],
    "some:move_stock": [
      "POST /api/imports/{id}/apply",
      "POST /api/imports/{id}/check",
      "POST /api/imports/{id}/fix",
    ],
    "some:delete_doctors_of_others": [
      "DELETE /api/doctors/{id}",
      "POST /api/bulk-edits/{id}/run",
      "POST /api/doctors/{id}/merge",
      "POST /api/imports/{id}/apply",
      "POST /api/imports/{id}/check",
      "POST /api/imports/{id}/fix",
      "POST /api/imports/{id}/undo",
      "PUT /api/doctors/{id}",
    ],
    "some:delete_visits_of_others": [
      "DELETE /api/doctors/{id}",
      "DELETE /api/visits/{id}",
      "POST /api/bulk-edits/{id}/run",
      "POST /api/imports/{id}/undo",
    ],
    "some:edit_visits_of_others": [
      "POST /api/doctors/{id}/merge",
      "POST /api/history/{id}/undo",
      "POST /api/imports/{id}/apply",
      "POST /api/imports/{id}/check",
      "POST /api/imports/{id}/fix",
      "POST /api/imports/{id}/names",
      "POST /api/visits/{id}/complete",
      "PUT /api/visits/{id}",
    ],
    export: [
      "GET /api/coverage/doctors/export",
      "GET /api/coverage/export",
      "GET /api/doctors/export",
      "GET /api/inventory/export",
      "GET /api/performance/export",
      "GET /api/products/export",
      "GET /api/products/{id}/ledger-export",
      "GET /api/sales/export",
      "GET /api/visits/export",
    ],
    see_figures_of_all: ["GET /api/performance", "GET /api/performance/export"],
    move_stock: ["POST /api/products/{id}/stock-additions", "POST /api/products/{id}/stock-corrections"],
  });
});

test("with all permissions, only what is for administrators is refused", async () => {
  const forbidden = refusals("admin", "forbidden");
  expect(Object.keys(forbidden).length).toBeGreaterThan(20);
  expect(await refusedTo(people.manager)).toEqual(forbidden);
  expect(await refusedTo(people.representative)).toEqual(forbidden);
  expect(await refusedTo(people.admin)).toEqual({});
});

test.each(limitedRoles.flatMap((role) => permissions.map((permission) => [role, permission] as const)))(
  "a %s without %s is refused what needs it, at once, and nobody else",
  async (role, permission) => {
    await deny(role, permission);
    const other = role === "manager" ? "representative" : "manager";
    const forbidden = refusals("admin", "forbidden");
    expect(await refusedTo(people[role])).toEqual({
      ...forbidden,
      ...refusals(permission, "not_permitted"),
    });
    const own = needing(permission);
    for (const operation of own) {
      expect(await refusalOf(operation, people[other])).toBeUndefined();
      expect(await refusalOf(operation, people.admin)).toBeUndefined();
    }
  },
);

test("a refusal says what is not allowed and who can change it", async () => {
  await deny("representative", "export");
  const { status, text } = await people.representative.send("/api/doctors/export?format=csv");
  expect([status, JSON.parse(text)]).toEqual([
    403,
    {
      code: "not_permitted",
      message: "You may not export files. An administrator can allow it in Team settings.",
      details: { permission: "export" },
      request_id: expect.any(String),
    },
  ]);
  expect(notPermittedWords("export")).toBe(JSON.parse(text).message);
});

test("a new role counts at once, with a token of before", async () => {
  await deny("representative", "export");
  const ravi = await app.signUp("ravi@example.com");
  const exported = async () => (await ravi.send("/api/doctors/export?format=csv")).status;
  const params = { id: ravi.id };
  expect(await exported()).toBe(403);
  await app.call(teamRoutes.makeManager, { params });
  expect(await exported()).toBe(200);
  await app.call(teamRoutes.makeRepresentative, { params });
  expect(await exported()).toBe(403);
  // A role of which nobody knows anything is no way around.
  await app.database.pool.query(`update auth.users set app_metadata = '{"role": "owner"}' where id = $1`, [
    ravi.id,
  ]);
  expect(await exported()).toBe(403);
});
