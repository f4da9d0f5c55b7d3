import { freePort } from "@rounds/postgres/free-port.ts";
import { aDoctor, anItem, aProduct, aVisit } from "@rounds/testkit/builders.ts";
import { address, type Member } from "@rounds/testkit/caller.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { TestApp } from "../testing/app.ts";
import { look, type Replicated, sameAt, startReplicated, views } from "../testing/replica.ts";
import { routesByName } from "../testing/valid-calls.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const soon = { timeout: 60_000, interval: 50 };

let cluster: Replicated;
let app: TestApp;
let plain: TestApp;
let of: { doctor: string; product: string };
beforeAll(async () => {
  cluster = await startReplicated();
  app = await cluster.start();
  plain = await cluster.start({ replica: null });
  const doctor = await aDoctor(app);
  const product = await aProduct(app, 20);
  await aVisit(app, doctor.id, { items: [anItem(product.id)] });
  of = { doctor: doctor.id, product: product.id };
});
beforeEach(() => untilUsed());
afterAll(async () => {
  await app?.close();
  await plain?.close();
  await cluster.stop();
});

const list = (member: Member = app) => look(member, "doctors.list", of);
/** The log's lines about the replica. */
const logged = () =>
  app
    .logged()
    .split("\n")
    .filter((line) => line.includes("replica"))
    .map((line) => JSON.parse(line))
    .map(({ msg, err }) => [msg, err?.message].filter(Boolean).join(": "));
const isUsed = () => cluster.answers(() => list());
const untilUsed = () => expect.poll(isUsed, soon).toBe(true);

describe("the replica", () => {
  test.each(views)("answers %s as the primary does", async (view) => {
    await expect.poll(() => cluster.answers(() => look(app, view, of)), soon).toBe(true);
    expect(await look(app, view, of)).toBe(await look(sameAt(plain, app), view, of));
  });

  const others = Object.entries(routesByName).filter(
    ([name, { method }]) => method === "GET" && !views.includes(name),
  );
  test.each(others)("does not answer %s", async (name, { path }) => {
    const ids: Record<string, string> = { doctors: of.doctor, products: of.product, stock: of.product };
    const id = ids[name.split(".")[0] ?? ""] ?? app.id;
    expect(await cluster.answers(() => app.send(address(path, { id })))).toBe(false);
  });
});

test("while it lags the primary answers; it is not used for a while, then used again", async () => {
  const before = logged().length;
  await cluster.pauseReplay();
  try {
    await aDoctor(app, { name: "Dr. Aarti" });
    for (let n = 0; n < 5; n++) expect(await list()).toContain("Dr. Aarti");
    expect(await isUsed()).toBe(false);
    expect(logged().slice(before)).toEqual([
      "a replica is not used for now: The replica lags behind the primary",
    ]);
  } finally {
    await cluster.resumeReplay();
  }
  await untilUsed();
  expect(logged().slice(before + 1)).toEqual(["a replica is used again"]);
  expect(await list()).toContain("Dr. Aarti");
});

test("when it is killed the primary answers everything, and it is used again later", async () => {
  const asking = { goes: true, answers: new Set<number>() };
  const asked = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (asking.goes) asking.answers.add((await app.send("/api/visits")).status);
    }),
  );
  await cluster.standby.kill();
  expect(await list()).toBe(await list(plain));
  await cluster.standby.start();
  asking.goes = false;
  await asked;
  expect([...asking.answers]).toEqual([200]);
  await untilUsed();
});

test("when it is cut off the primary answers after a moment, including requests under way", async () => {
  await cluster.standby.freeze();
  try {
    // A person may have two files at once.
    const files = views.filter((view) => view.toLowerCase().includes("export"));
    const atOnce = views.filter((view) => !files.slice(2).includes(view));
    const answers = await Promise.all(atOnce.map((view) => look(app, view, of)));
    expect(answers).toEqual(await Promise.all(atOnce.map((view) => look(sameAt(plain, app), view, of))));
    expect(logged().at(-1)).toMatch(/is not used for now/);
    for (const view of files.slice(2))
      expect(await look(app, view, of)).toBe(await look(sameAt(plain, app), view, of));
  } finally {
    await cluster.standby.thaw();
  }
  await untilUsed();
});

test("of several hosts, running standbys answer", async () => {
  const { hosts, settings } = cluster.reading;
  const nobody = { host: "127.0.0.1", port: await freePort() };
  const several = await cluster.start({
    replica: { hosts: [nobody, cluster.primary.settings, ...hosts], settings },
  });
  await expect.poll(() => cluster.answers(() => list(several)), soon).toBe(true);
  await expect
    .poll(async () => {
      expect(await list(several)).toBe(await list(plain));
      return several.logged();
    }, soon)
    .toMatch(/ECONNREFUSED[\s\S]*is not a standby|is not a standby[\s\S]*ECONNREFUSED/);
  await several.close();
});
