import { allRoutes } from "@rounds/domain/all-routes.ts";
import {
  type Changed,
  isChanged,
  type ReadNoun,
  staleAfterAll,
  staleAfterWrite,
  type WrittenNoun,
  writtenWith,
} from "@rounds/domain/live/stale-after.ts";
import {
  aDoctor,
  anItem,
  aProduct,
  aVisit,
  doctorBody,
  productBody,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import { address, type Member } from "@rounds/testkit/caller.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInAgain, startApp } from "../testing/app.ts";

// Every write is made, every read is compared before and after it: what differs must be named by the table of the
// domain, both for the page that wrote and for those that only hear of it.

const { account, archive, catchUp, doctors, history, products, stock, team, visits } = allRoutes;

let world: Awaited<ReturnType<typeof makeWorld>>;
const app = await startApp();
afterAll(() => app.close());

let worlds = 0;
/** A doctor, a product, visits to the doctor that sold it, and a colleague who entered some of it. */
async function makeWorld() {
  worlds++;
  const colleague = await app.signUp(`colleague${worlds}@example.com`);
  const doctor = await aDoctor(colleague, { name: `Dr. Rao ${worlds}` });
  const other = await aDoctor(app, { name: `Dr. Nair ${worlds}` });
  const product = await aProduct(colleague, 21, { name: `Amoxil ${worlds}` });
  const unsold = await aProduct(app, 5, { name: `Calpol ${worlds}` });
  const visit = await aVisit(app, doctor.id, { items: [anItem(product.id, 2)] });
  const items = [anItem(product.id)];
  await aVisit(app, other.id, { status: "scheduled", visit_date: app.today(), items });
  return { colleague, doctor, other, product, unsold, visit, session: await signInAgain(app) };
}

/** Every read of a screen, by the noun of its routes. */
function readings(): [noun: ReadNoun, path: string][] {
  const { colleague, doctor, other, product, unsold, visit } = world;
  const rows = new Map([
    ["doctors", [doctor, other]],
    ["products", [product, unsold]],
    ["visits", [visit]],
    ["team", [colleague]],
  ]);
  // Read anew whenever their dialog or screen opens: the rows of everybody would be counted again for every visit of anybody.
  const readOnOpen: readonly string[] = [team.deletionEffect.path, archive.state.path];
  // A phone asks for changes by itself whenever it hears of one.
  const { sync: _, ...ofScreens } = allRoutes;
  return Object.entries(ofScreens).flatMap(([noun, routes]) =>
    Object.values(routes)
      .filter(
        ({ method, path }) => method === "GET" && !path.endsWith("/export") && !readOnOpen.includes(path),
      )
      .flatMap(({ path }) => {
        const of = rows.get(/^\/api\/(\w+)\/:id/.exec(path)?.[1] ?? "");
        // A doctor without a visit that day is shown if the page asks for it.
        if (path === catchUp.read.path) return [`${path}?doctors=${doctor.id}`];
        if (path === history.ofRecord.path)
          return ["doctors", "products", "visits"].flatMap((noun) =>
            (rows.get(noun) ?? []).map(({ id }) => address(path, { noun, id })),
          );
        return of ? of.map(({ id }) => address(path, { id })) : [path];
      })
      .map((path): [ReadNoun, string] => [noun as ReadNoun, path]),
  );
}

async function readAll(): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [noun, path] of readings()) {
    const { status, text } = await app.send(path);
    // A refusal has a number of its own.
    answers.set(`${noun} ${path}`, status === 200 ? text : String(status));
  }
  return answers;
}

/** The changes that servers are notified of while something is done. */
async function changesDuring(act: () => Promise<unknown>): Promise<Set<Changed>> {
  const received = new Set<string>();
  const listener = await app.database.pool.connect();
  listener.on("notification", ({ channel, payload = "" }) => {
    if (channel === "live_changes") received.add(JSON.parse(payload).table);
    if (channel === "live_access") {
      received.add("team");
      if (payload === app.id) received.add("account");
    }
  });
  await listener.query("listen live_changes; listen live_access");
  await act();
  // An answer on this connection comes after every earlier notification.
  await listener.query("select");
  await listener.query("unlisten *");
  listener.removeAllListeners("notification");
  listener.release();
  return new Set([...received].filter(isChanged));
}

const changeUser = async (by: Member, body: object) => {
  const headers = { "content-type": "application/json" };
  const { status, text } = await by.send("/auth/v1/user", {
    method: "PUT",
    headers,
    body: JSON.stringify(body),
  });
  expect(status, text).toBe(200);
};

const { id: _, ...doctorEdit } = doctorBody();
const { id: __, ...productEdit } = productBody();

/** Saves the world's visit as it is now, with other values. */
const saveVisit = async (changes: Parameters<typeof visitEdit>[1]) => {
  const visit = await app.call(visits.read, { params: world.visit });
  await app.call(visits.update, { params: visit, body: visitEdit(visit, changes) });
};

type Write = [what: string, act: () => Promise<unknown>];

/** The writes of each noun, which happen to the rows of one world after another. */
const writes: Record<WrittenNoun, Write[]> = {
  doctors: [
    ["add", () => app.call(doctors.create, { body: doctorBody({ address: `Pune ${worlds}` }) })],
    [
      "save",
      () =>
        app.call(doctors.update, {
          params: world.doctor,
          body: { ...doctorEdit, name: "Dr. Renamed", doctor_class: "C", version: 1 },
        }),
    ],
    ["delete", () => app.call(doctors.delete, { params: world.doctor })],
  ],
  products: [
    ["add", () => app.call(products.create, { body: productBody() })],
    [
      "save",
      () =>
        app.call(products.update, {
          params: world.product,
          body: {
            ...productEdit,
            name: "Renamed",
            category: "Diabetes",
            price: "7",
            version: world.product.version,
          },
        }),
    ],
    [
      "correct the stock",
      () =>
        app.call(stock.correct, {
          params: world.product,
          body: { id: crypto.randomUUID(), quantity: 5, current_stock: 18, notes: null },
        }),
    ],
    [
      "add to the stock",
      () =>
        app.call(stock.add, {
          params: world.product,
          body: { id: crypto.randomUUID(), quantity: 5, notes: null },
        }),
    ],
    ["delete", () => app.call(products.delete, { params: world.unsold })],
  ],
  visits: [
    ["record", () => aVisit(app, world.other.id, { items: [anItem(world.product.id, 3)] })],
    ["save with other items", () => saveVisit({ items: [anItem(world.unsold.id, 1, "9.00")] })],
    [
      "save with another doctor",
      () => saveVisit({ doctor_id: world.other.id, visit_date: "2025-06-12", status: "cancelled" }),
    ],
    [
      "save as it was, so that the next write is of a completed visit",
      () => {
        const { doctor_id, visit_date, status } = world.visit;
        return saveVisit({ doctor_id, visit_date, status });
      },
    ],
    ["delete", () => app.call(visits.delete, { params: world.visit })],
  ],
  account: [
    ["rename", () => changeUser(app, { data: { full_name: `Asha ${worlds}` } })],
    ["end a session", () => app.call(account.endSession, { params: { id: world.session } })],
  ],
  team: [
    ["invite", () => app.call(team.invite, { body: { email: `new${worlds}@example.com` } })],
    ["end sessions", () => app.call(team.endSessions, { params: world.colleague })],
    ["disable", () => app.call(team.disable, { params: world.colleague })],
    ["enable", () => app.call(team.enable, { params: world.colleague })],
    ["make an administrator", () => app.call(team.makeAdmin, { params: world.colleague })],
    ["delete", () => app.call(team.delete, { params: world.colleague })],
  ],
};

const seen: { noun: WrittenNoun; read: ReadNoun }[] = [];

describe.each(Object.keys(writes) as WrittenNoun[])("%s", (noun) => {
  let before: Map<string, string>;
  beforeAll(async () => {
    world = await makeWorld();
    before = await readAll();
  });

  test.each(writes[noun])("%s", async (_what, act) => {
    const received = await changesDuring(act);
    const after = await readAll();
    const changed = [...before].filter(([read, answer]) => after.get(read) !== answer).map(([read]) => read);
    before = after;
    const nounOf = (read: string) => read.split(" ")[0] as ReadNoun;
    const unnamed = (stale: ReadonlySet<ReadNoun>) => changed.filter((read) => !stale.has(nounOf(read)));
    expect.soft(unnamed(staleAfterWrite(noun)), "after one's own").toEqual([]);
    expect.soft(unnamed(staleAfterAll(received)), "after the notification").toEqual([]);
    const expected: readonly string[] = [noun, ...writtenWith[noun]];
    expect
      .soft(
        [...received].filter((one) => !expected.includes(one)),
        "written with it",
      )
      .toEqual([]);
    seen.push(...changed.map((read) => ({ noun, read: nounOf(read) })));
  });
});

test.each(["doctors", "products", "visits"] as const)(
  "after a write of %s nothing is read in vain",
  (noun) => {
    const changed = new Set(seen.filter((one) => one.noun === noun).map(({ read }) => read));
    expect([...staleAfterWrite(noun)].sort()).toEqual([...changed].sort());
  },
);
