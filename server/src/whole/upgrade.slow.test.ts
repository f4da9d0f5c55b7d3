import { randomUUID } from "node:crypto";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Connection, connect } from "@rounds/database/connect.ts";
import { migrate } from "@rounds/database/migrate.ts";
import type { Route, RouteShape } from "@rounds/domain/contract/route.ts";
import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { inventoryRoutes } from "@rounds/domain/inventory/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { freePort } from "@rounds/postgres/free-port.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import { aDoctor, anId, anItem, aProduct, visitBody, visitEdit } from "@rounds/testkit/builders.ts";
import { address, type Member, Refusal } from "@rounds/testkit/caller.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { askAuth, memberAt, type Session, signIn, signUp } from "@rounds/testkit/sign-in.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type PreviousVersion, unpackPreviousVersion } from "../testing/previous-version.ts";
import { productProcess } from "../testing/product-process.ts";

// The version before the newest migration and this one, as processes on one database, and people who keep working while
// one replaces the other and back.

const unpacked = await unpackPreviousVersion();
if (typeof unpacked === "string") console.warn(`SKIPPED: old and new version side by side (${unpacked})`);

const name = `upgrade_${randomUUID().replaceAll("-", "")}`;
let admin: Connection;
let database: Connection;
let before: ReturnType<typeof productProcess>;
let after: ReturnType<typeof productProcess>;

beforeAll(async () => {
  const { host, port, user, password } = inject("postgres");
  admin = connect({ host, port, user, password, database: "postgres", max: 1 }, () => {});
  await admin.pool.query(`create database ${name} template template0`);
  database = connect({ host, port, user, password, database: name }, () => {});
  const url = new URL(`postgresql://localhost/${name}`);
  [url.username, url.password] = [user, password];
  // A folder with a socket is no host name that an address may hold.
  url.searchParams.set("host", host);
  url.searchParams.set("port", String(port));
  // People reach both versions at one address, which is in their tokens.
  const settings = { DATABASE_URL: url.href, PUBLIC_URL: "http://localhost:3000" };
  if (typeof unpacked !== "string") before = productProcess("", await freePort(), settings, unpacked.folder);
  after = productProcess("", await freePort(), settings);
});
afterAll(async () => {
  await Promise.all([before?.stop(), after?.stop()]);
  await database.close();
  await admin.pool.query(`drop database ${name} with (force)`);
  await admin.close();
  if (typeof unpacked !== "string") await rm(unpacked.folder, { recursive: true });
});

const renew = (url: string, body: Session) =>
  askAuth(url, "POST", "/token?grant_type=refresh_token", { body });

test.skipIf(typeof unpacked === "string")(
  "old server and new schema, old and new server: nobody is refused, nothing is lost, all figures agree",
  { timeout: 600_000 },
  async () => {
    const previous = unpacked as PreviousVersion;
    await before.start();
    const signedUp = await signUp(before.url, "asha@example.com");
    const team = [memberAt(before.url, signedUp)];
    const old = team[0] as Member;
    const doctor = await aDoctor(old);
    const product = await aProduct(old, 100_000);
    const crew = startCrew([before.url], signedUp, doctor.id, product.id);
    await crew.workOn([before.url]);
    expect(await migrationsRun()).toEqual(previous.migrations);

    // Upgrade: the new version brings the schema up to date and serves beside the old one.
    await after.start();
    expect((await migrationsRun()).length).toBeGreaterThan(previous.migrations.length);
    crew.join(after.url);
    await crew.workOn([before.url, after.url]);

    // A session of one is accepted by the other, in both directions.
    const signedIn = await signIn(after.url, "asha@example.com");
    const renewed = await renew(before.url, signedIn);
    const renewedAgain = await renew(after.url, renewed);
    const olds = memberAt(before.url, renewedAgain);
    const news = memberAt(after.url, renewed);
    await crew.pause();
    await agree(olds, news, doctor.id, product.id);
    await crew.check(news);

    // Rollback: the new version goes, the old one has never stopped.
    crew.resume();
    crew.expectToStop(after.url);
    expect(await after.stop("SIGTERM")).toBe(0);
    await crew.workOn([before.url]);

    // Upgrade again, and the old version goes.
    await after.start();
    crew.join(after.url);
    await crew.workOn([before.url, after.url]);
    crew.expectToStop(before.url);
    await before.stop("SIGTERM");
    await crew.workOn([after.url]);

    // A later version has brought the schema further: earlier ones start on it.
    await migrateFurther();
    await before.start();
    crew.join(before.url);
    await crew.workOn([before.url, after.url]);
    crew.expectToStop(after.url);
    await after.stop("SIGTERM");
    await after.start();
    crew.join(after.url);
    await crew.workOn([before.url, after.url]);
    await crew.pause();
    await crew.check(news);
    expect(crew.failures).toEqual([]);
    console.info(`${crew.done()} calls, ${crew.sentOn()} of them sent on from a server that was stopping`);
  },
);

const migrationsRun = async () =>
  (await database.pool.query("select name from kysely_migration order by name")).rows.map((row) => row.name);

/** Does what a later version would: this version's migrations and one more. */
async function migrateFurther() {
  const folder = await mkdtemp(join(tmpdir(), "rounds-migrations-"));
  await cp(fileURLToPath(new URL("../../../platform/database/migrations", import.meta.url)), folder, {
    recursive: true,
  });
  await writeFile(
    join(folder, "9001_later.sql"),
    "alter table doctors add column nickname text; alter table visits add column mood text not null default 'fine'",
  );
  expect(await migrate(database.db, { folder })).toEqual(["9001_later"]);
  await rm(folder, { recursive: true });
}

/**
 * What this version answers differently from the one before on purpose: such parts are removed from the former's
 * answer. A page opened before the upgrade must be reloaded where it shows them.
 */
const changedParts: Record<string, readonly string[]> = {
  // The city of the address instead of the whole address.
  [visitRoutes.list.path]: ["frequencies.city"],
  // Sold before received: a figure of its own, no longer under adjustments.
  [inventoryRoutes.list.path]: ["rows.shortfall", "rows.adjustments"],
  // By day, week or month.
  [inventoryRoutes.summary.path]: ["movement"],
};

function withoutPart(answer: unknown, [name = "", ...further]: readonly string[]): unknown {
  if (Array.isArray(answer)) return answer.map((one) => withoutPart(one, [name, ...further]));
  const { [name]: part, ...rest } = answer as Record<string, unknown>;
  return further.length === 0 ? rest : { ...rest, [name]: withoutPart(part, further) };
}

/** The columns that both versions write alike: all of the former one's except its adjustments. */
function sharedColumns(csv = "") {
  const [headings = [], ...rows] = csv.split("\n").map((line) => line.trimEnd().split(","));
  const kept = headings.slice(0, 9).map((heading) => !heading.includes("Adjustments"));
  return [headings, ...rows].map((cells) => cells.filter((_, column) => kept[column]));
}

/** Whether lists and reports of both versions agree; the new one may contain more. */
async function agree(olds: Member, news: Member, doctor: string, product: string) {
  const range = { start_date: "2025-06-01", end_date: "2025-06-30" };
  const reads: [Route<RouteShape>, object][] = [
    [doctorRoutes.list, {}],
    [doctorRoutes.read, { params: { id: doctor } }],
    [productRoutes.list, {}],
    [productRoutes.read, { params: { id: product } }],
    [visitRoutes.list, { query: range }],
    [visitRoutes.ofDoctor, { params: { id: doctor }, query: {} }],
    [stockRoutes.ledger, { params: { id: product }, query: {} }],
    [stockRoutes.availability, { params: { id: product } }],
    [dashboardRoutes.read, { query: {} }],
    [salesRoutes.list, { query: range }],
    [salesRoutes.summary, { query: range }],
    [inventoryRoutes.list, { query: range }],
    [inventoryRoutes.summary, { query: range }],
  ];
  for (const [route, given] of reads) {
    const [said, says] = await Promise.all([olds.call(route, given), news.call(route, given)]);
    const compared = (changedParts[route.path] ?? []).reduce<unknown>(
      (answer, part) => withoutPart(answer, part.split(".")),
      said,
    );
    expect(says, route.path).toMatchObject(compared as object);
  }
  const { params, query } = { params: {}, query: range };
  const exports = await Promise.all(
    [olds, news].map((member) => member.send(address(inventoryRoutes.export.path, params, query))),
  );
  expect(sharedColumns(exports[1]?.text)).toEqual(sharedColumns(exports[0]?.text));
  expect(sharedColumns(exports[1]?.text).length).toBeGreaterThan(2);
}

/**
 * Three people who record, edit and delete visits, add stock and read lists and reports, on every running server. A
 * call that a stopping server leaves unanswered is repeated on another, as by a proxy.
 */
function startCrew(urls: string[], session: Session, doctor: string, product: string) {
  const serving = new Set(urls);
  const stopping = new Set<string>();
  const failures: string[] = [];
  /** Units of each acknowledged visit; none for a deleted one. */
  const visits = new Map<string, number>();
  const calls = new Map<string, number>();
  let [added, done, sentOn] = [0, 0, 0];
  let going = true;

  async function call<Result>(make: (member: Member) => Promise<Result>): Promise<Result | undefined> {
    for (;;) {
      const choice = [...serving];
      const url = choice[done++ % choice.length] ?? "";
      try {
        const result = await make(memberAt(url, session));
        calls.set(url, (calls.get(url) ?? 0) + 1);
        return result;
      } catch (error) {
        const unanswered = !(error instanceof Refusal) || error.status === 503;
        if (unanswered && stopping.has(url)) {
          sentOn++;
          serving.delete(url);
          continue;
        }
        failures.push(`${url}: ${error instanceof Refusal ? `${error.status} ${error.code}` : error}`);
        return undefined;
      }
    }
  }

  const errands: (() => Promise<unknown>)[] = [
    async function record() {
      const body = visitBody(doctor, { items: [anItem(product, 3)] });
      if (await call((member) => member.call(visitRoutes.create, { body }))) visits.set(body.id, 3);
    },
    async function edit() {
      const id = [...visits].findLast(([, units]) => units === 3)?.[0];
      if (!id) return;
      visits.delete(id);
      const items = [anItem(product, 5)];
      const edited = await call(async (member) => {
        const visit = await member.call(visitRoutes.read, { params: { id } });
        // Done before, and only the answer was lost.
        if (visit.sales[0]?.quantity === 5) return visit;
        return await member.call(visitRoutes.update, { params: { id }, body: visitEdit(visit, { items }) });
      });
      if (edited) visits.set(id, 5);
    },
    async function remove() {
      const id = [...visits].find(([, units]) => units === 5)?.[0];
      if (!id) return;
      visits.delete(id);
      const gone = await call((member) =>
        member.call(visitRoutes.delete, { params: { id } }).catch((error) => {
          if (error instanceof Refusal && (error.code === "not_found" || error.code === "gone")) return true;
          throw error;
        }),
      );
      if (gone) visits.set(id, 0);
    },
    async function addStock() {
      const body = { id: anId(), quantity: 7 };
      if (await call((member) => member.call(stockRoutes.add, { params: { id: product }, body }))) added += 7;
    },
    () => call((member) => member.call(visitRoutes.list, { query: {} as never })),
    () => call((member) => member.call(dashboardRoutes.read, { query: {} })),
    () => call((member) => member.call(inventoryRoutes.list, { query: {} as never })),
    () => call((member) => member.call(salesRoutes.list, { query: {} as never })),
  ];

  async function work(offset: number) {
    for (let turn = offset; going; turn++) {
      await errands[turn % errands.length]?.();
      await wait(10);
    }
  }
  const start = () => [0, 3, 5].map(work);
  let working = start();

  return {
    failures,
    done: () => done,
    sentOn: () => sentOn,
    join(url: string) {
      stopping.delete(url);
      serving.add(url);
    },
    /** From now on this server may leave calls unanswered. */
    expectToStop: (url: string) => stopping.add(url),
    /** Resolves when each of these servers has answered 25 more calls. */
    async workOn(urls: string[]) {
      const goals = urls.map((url) => [url, (calls.get(url) ?? 0) + 25] as const);
      while (goals.some(([url, goal]) => (calls.get(url) ?? 0) < goal)) {
        expect(failures, before.output() + after.output()).toEqual([]);
        await wait(20);
      }
    },
    async pause() {
      going = false;
      await Promise.all(working);
    },
    resume() {
      going = true;
      working = start();
    },
    /** Nothing acknowledged is lost, doubled or wrong, and all sums agree. */
    async check(member: Member) {
      const { rows } = await database.pool.query(
        "select visits.id, sum(quantity)::integer as units from visits join sales on visit_id = visits.id group by 1",
      );
      const kept = [...visits].filter(([, units]) => units > 0);
      expect(new Map(rows.map((row) => [row.id, row.units]))).toEqual(new Map(kept));
      const sold = kept.reduce((sum, [, units]) => sum + units, 0);
      const { available } = await member.call(stockRoutes.availability, { params: { id: product } });
      expect(available).toBe(100_000 + added - sold);
      expect(await checkBooks(database)).toEqual([]);
      expect(await checkRollups(database)).toEqual([]);
    },
  };
}
