import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { offerDemo } from "./offer-demo.ts";

const now = Date.UTC(2024, 2, 17, 18, 40);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** Offers the demo to a person, and returns what is said. */
async function offered(ask: ((question: string) => Promise<string>) | undefined, stopping?: AbortController) {
  const said: string[] = [];
  const { signal } = stopping ?? new AbortController();
  const say = (text: string) => {
    said.push(text);
    if (text.startsWith("Loading")) stopping?.abort();
  };
  await offerDemo(database.db, {
    clock: () => now,
    business_time_zone: "Asia/Kolkata",
    ...{ ask, say, signal },
  });
  return said;
}

const doctors = async () => (await database.pool.query("select from doctors")).rowCount;

const addDoctor = () =>
  database.pool.query(
    "insert into doctors (id, name, creation_digest) values (gen_random_uuid(), 'Dr. Asha', 'x')",
  );

test("a yes is refused in one sentence if somebody added a doctor meanwhile", async () => {
  const said = await offered(async () => {
    await addDoctor();
    return "y";
  });
  expect(said).toEqual(["There is data already. Demo data is only loaded into an empty database."]);
  expect(await doctors()).toBe(1);
});

test("a database that fails meanwhile is told, and thrown to nobody", async () => {
  const said = await offered(async () => {
    await database.pool.query("alter table doctors rename to lost");
    return "yes";
  });
  expect(said).toEqual([expect.stringContaining('relation "doctors" does not exist')]);
});

test("the loading ends with the product, and nothing is loaded", async () => {
  const said = await offered(async () => "Y", new AbortController());
  expect(said).toEqual([expect.stringMatching(/^Loading/), "Stopped; nothing was loaded."]);
  expect(await doctors()).toBe(0);
});

test("nothing is loaded without a yes, and nobody is asked who can't answer or has data", async () => {
  expect(await offered(async () => "")).toEqual([]);
  expect(await offered(async () => Promise.reject(new Error("the product ends")))).toEqual([]);
  expect(await offered(undefined)).toEqual([expect.stringContaining("`npm run demo`")]);
  expect(await doctors()).toBe(0);
  await addDoctor();
  expect(await offered(async () => Promise.reject(new Error("asked")))).toEqual([]);
  expect(await offered(undefined)).toEqual([]);
});
