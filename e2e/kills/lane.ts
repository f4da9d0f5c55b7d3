import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import { createRandom, type Random } from "@rounds/domain/random/random.ts";
import { freePort } from "@rounds/postgres/free-port.ts";
import { signIn } from "@rounds/testkit/sign-in.ts";
import { copyTemplate, type TestDatabase, type TestServer } from "@rounds/testkit/template.ts";
import { buildersOf } from "../kit/builders.ts";
import { callerOf, signUp } from "../kit/person.ts";
import { countKept, untilRows } from "../kit/phone-store.ts";
import { untilKept } from "../offline/kept-pages.ts";
import { changedDoctor, deletedDoctor, deletedVisit, newDoctor, newVisit, type Prepared } from "./acts.ts";
import { type KilledBrowser, startBrowser } from "./browser.ts";
import { compare, type Fact, type Problem, wrongStock } from "./ledger.ts";
import { type BadConnection, startProxy } from "./proxy.ts";
import { type KilledServer, killedServer } from "./server.ts";

/** What happened in all trials so far. */
export type Tally = {
  trials: number;
  kills: { browser: number; renderer: number; server: number };
  /** What was clicked, and of that what the person was told is saved. */
  clicked: number;
  saved: number;
  /** Entries that were still on the phone when a browser had started again. */
  waiting: number;
  /** Trials by what was wrong with the connection. */
  connections: Map<Connection, number>;
  problems: (Omit<Problem, "kind"> & { kind: Problem["kind"] | "stuck" | "not saved"; trial: string })[];
};

const connections = ["good", "slow", "offline", "cut", "lost requests", "lost answers", "flapping"] as const;
type Connection = (typeof connections)[number];

const products = ["Killed Syrup", "Killed Tablets"] as const;
/** How long a person presses a button again and again, and how long everything may take to be sent, in milliseconds. */
const mostPresses = 15_000;
const mostSending = 40_000;
/** A session is renewed before any page has to, since a browser that is killed may forget that it was. */
const sessionLasts = 20 * 60_000;

/** One person with a browser, a server and a database of their own. */
type Lane = {
  name: string;
  random: Random;
  tally: Tally;
  database: TestDatabase;
  server: KilledServer;
  proxy: BadConnection;
  url: string;
  person: { id: string; email: string };
  folder: string;
  session: { text: string; since: number };
  browser: KilledBrowser;
  facts: Map<string, Fact>;
  /** The message that each page has shown since its last click. */
  messages: WeakMap<Page, string>;
};

const saved =
  /Saved on this phone\.|(?:Doctor|Visit) (?:added|updated) successfully!|(?:Doctor|Visit) deleted successfully/;

/** Runs trials until `next` has no number left. */
export async function runLane(
  postgres: TestServer,
  name: string,
  seed: number,
  tally: Tally,
  next: () => number | undefined,
): Promise<void> {
  const ends: (() => Promise<void>)[] = [];
  try {
    const lane = await openLane(postgres, name, seed, tally, ends);
    for (let number = next(); number !== undefined; number = next()) await runTrial(lane, number);
    for (const problem of await wrongStock(lane.database)) tally.problems.push({ ...problem, trial: name });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function openLane(
  postgres: TestServer,
  name: string,
  seed: number,
  tally: Tally,
  ends: (() => Promise<void>)[],
): Promise<Lane> {
  const database = await copyTemplate(postgres);
  ends.push(database.close);
  const serverPort = await freePort();
  const proxy = await startProxy(serverPort);
  ends.push(proxy.stop);
  const url = `http://localhost:${proxy.port}`;
  const server = killedServer(serverPort, url, database);
  ends.push(server.kill);
  await server.start();
  const person = await signUp(url);
  const make = buildersOf(callerOf(url, person));
  for (const product of products) await make.product({ name: product, stock: 100_000 });
  await make.doctor({ name: "Dr. Known", hospital: "City" });
  const folder = await mkdtemp(join(tmpdir(), "rounds-kills-"));
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const text = JSON.stringify(person.session);
  const lane: Lane = {
    ...{ name, random: createRandom(seed), tally, database, server, proxy, url, folder },
    person: { id: person.session.user.id, email: person.email },
    session: { text, since: performance.now() },
    browser: await startBrowser(folder, url, text),
    facts: new Map([["doctors Dr. Known", factOf("doctors", "Dr. Known", "City")]]),
    messages: new WeakMap(),
  };
  ends.push(() => lane.browser.context.close());
  for (const fact of lane.facts.values()) fact.isSaved = true;
  const page = await openPage(lane);
  await untilRows(page, lane.person.id, "doctors", 1);
  await untilKept(page);
  // Chromium writes the list of what a site has stored to the disk some seconds later.
  await wait(10_000);
  return lane;
}

function factOf(noun: Fact["noun"], name: string, value: string): Fact {
  return { noun, name, isSaved: false, values: [value], deletion: "none" };
}

/** The page of the browser, with the list of doctors. */
async function openPage(lane: Lane): Promise<Page> {
  const { context } = lane.browser;
  lane.browser.onMessage = (page, text) => saved.test(text) && lane.messages.set(page, text);
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(20_000);
  await page.goto("/doctors");
  return page;
}

async function runTrial(lane: Lane, number: number): Promise<void> {
  const { random, tally, browser } = lane;
  const trial = `${lane.name}t${number}`;
  const victim = random.weighted(["browser", "renderer", "server"] as const, (one) =>
    one === "browser" ? 8 : 1,
  );
  const connection = random.pick(connections);
  tally.connections.set(connection, (tally.connections.get(connection) ?? 0) + 1);
  const pages = [browser.context.pages()[0] ?? (await browser.context.newPage())];
  if (random.chance(0.25)) pages.push(await browser.context.newPage());
  for (const page of pages) page.setDefaultTimeout(20_000);
  const tell = (kind: Tally["problems"][number]["kind"], what: string) =>
    tally.problems.push({ kind, what, trial: `${trial} (${connection}, ${victim})` });

  await spoil(lane, connection);
  const flapping = connection === "flapping" ? flap(lane) : undefined;
  const acts = random.integer(1, 3);
  for (let act = 1; act <= acts; act++) {
    const done = await prepare(lane, random.pick(pages), `k${trial}n${act}`).catch((error: unknown) => {
      tell("not saved", `the form of save ${act} did not come: ${String(error).split("\n")[0]}`);
      return undefined;
    });
    if (!done) break;
    tally.clicked++;
    done.tried();
    if (act < acts) {
      if (await press(lane, done)) noteSaved(lane, done);
      else tell("not saved", `save ${act}: nothing was said`);
      continue;
    }
    // The last one is interrupted, mostly within the time that saving takes.
    await done.button
      .click()
      .catch((error: unknown) => tell("not saved", String(error).split("\n")[0] ?? ""));
    await wait(random.chance(0.7) ? random.integer(0, 120) : random.integer(120, 1_000));
    if (lane.messages.has(done.page)) noteSaved(lane, done);
  }
  await flapping?.stop();
  await strike(lane, victim, pages);
  tally.kills[victim]++;

  // Half of the time it starts without a connection first.
  const isLate = random.chance(0.5);
  if (!isLate) mend(lane);
  if (victim === "server") await lane.server.start();
  const page = await openPage(lane).catch(async () => {
    // A start that a broken connection disturbed is tried again, as a person would.
    mend(lane);
    return await openPage(lane);
  });
  tally.waiting += Math.max(0, await countKept(page, lane.person.id, "outbox"));
  mend(lane);
  await lane.browser.context.setOffline(false);
  try {
    await expect
      .poll(() => countKept(page, lane.person.id, "outbox"), { timeout: mostSending, intervals: [50] })
      .toBe(0);
  } catch {
    tell("stuck", `${await countKept(page, lane.person.id, "outbox")} entries are still on the phone`);
  }
  for (const { kind, what } of await compare(lane.database, lane.facts)) tell(kind, what);
  tally.trials++;
}

/** A save that is about to be clicked; `tried` and `isSaved` note in the facts what the person did, and was told. */
type Save = Prepared & { page: Page; tried: () => void; isSaved: () => void };

async function prepare(lane: Lane, page: Page, name: string): Promise<Save> {
  const { random, facts } = lane;
  const doctors = [...facts.values()].filter((fact) => isThere(fact, "doctors"));
  const visits = [...facts.values()].filter((fact) => isThere(fact, "visits"));
  // Doctors with visits are not deleted: their visits would go with them.
  const own = doctors.filter((fact) => fact.name.endsWith("d"));
  const kind = random.weighted(
    ["doctor", "visit", "change", "delete doctor", "delete visit"] as const,
    (one) => ({ doctor: 4, visit: 4, change: 3, "delete doctor": 1, "delete visit": 1 })[one],
  );
  lane.messages.delete(page);
  if (kind === "visit") {
    const doctor = random.pick(doctors.filter((fact) => !own.includes(fact)));
    const fact = factOf("visits", name, String(products.length));
    return { page, ...(await newVisit(page, doctor.name, name, products)), ...creation(facts, fact) };
  }
  if (kind === "change" && own.length > 0) {
    const fact = random.pick(own);
    const tried = () => void fact.values.push(name);
    const isSaved = () => {
      fact.values = [name];
    };
    return { page, ...(await changedDoctor(page, fact.name, name)), tried, isSaved };
  }
  if ((kind === "delete doctor" && own.length > 0) || (kind === "delete visit" && visits.length > 0)) {
    const fact = random.pick(kind === "delete doctor" ? own : visits);
    const prepared =
      fact.noun === "doctors" ? await deletedDoctor(page, fact.name) : await deletedVisit(page, fact.name);
    const note = (deletion: Fact["deletion"]) => () => {
      fact.deletion = deletion;
    };
    return { page, ...prepared, tried: note("tried"), isSaved: note("saved") };
  }
  // Those whose name ends with "d" may be changed and deleted; the others get visits.
  const fact = factOf("doctors", `Dr. ${name}${random.chance(0.5) ? "d" : "v"}`, "First");
  return { page, ...(await newDoctor(page, fact.name, "First")), ...creation(facts, fact) };
}

function isThere(fact: Fact, noun: Fact["noun"]): boolean {
  return fact.noun === noun && fact.isSaved && fact.deletion === "none";
}

function creation(facts: Map<string, Fact>, fact: Fact): Pick<Save, "tried" | "isSaved"> {
  return {
    tried: () => void facts.set(`${fact.noun} ${fact.name}`, fact),
    isSaved: () => {
      fact.isSaved = true;
    },
  };
}

/** Presses the button, and again if nothing comes of it, until the person is told that it is saved. */
async function press(lane: Lane, { page, button }: Save): Promise<boolean> {
  const end = performance.now() + mostPresses;
  for (let presses = 0; performance.now() < end; presses++) {
    if (presses > 0 && (await button.isEnabled({ timeout: 100 }).catch(() => false)))
      await button.click({ timeout: 1_000 }).catch(() => {});
    if (presses === 0) await button.click();
    for (let looks = 0; looks < 80; looks++) {
      if (lane.messages.has(page)) return true;
      await wait(25);
    }
  }
  return false;
}

function noteSaved(lane: Lane, save: Save) {
  lane.tally.saved++;
  save.isSaved();
}

async function spoil({ proxy, browser, random }: Lane, connection: Connection): Promise<void> {
  if (connection === "slow") proxy.delayMs = random.integer(20, 300);
  if (connection === "lost requests") proxy.lostRequests = random.integer(1, 4);
  if (connection === "lost answers") proxy.lostAnswers = random.integer(1, 4);
  if (connection === "offline") await browser.context.setOffline(true);
  if (connection === "cut") {
    proxy.isCut = true;
    proxy.breakAll();
  }
}

/** Cuts the connection and mends it, again and again. */
function flap({ proxy, random }: Lane) {
  let isOver = false;
  const over = (async () => {
    while (!isOver) {
      proxy.isCut = !proxy.isCut;
      if (proxy.isCut) proxy.breakAll();
      await wait(random.integer(50, 600));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await over;
    },
  };
}

function mend({ proxy }: Lane) {
  Object.assign(proxy, { isCut: false, lostRequests: 0, lostAnswers: 0, delayMs: 0 });
}

async function strike(lane: Lane, victim: keyof Tally["kills"], pages: readonly Page[]): Promise<void> {
  if (victim === "server") {
    await lane.server.kill();
    for (const page of pages.slice(1)) await page.close();
    return;
  }
  await lane.browser.kill(victim);
  if (victim === "renderer") return;
  if (performance.now() - lane.session.since > sessionLasts) {
    mend(lane);
    const session = await signIn(lane.url, lane.person.email);
    lane.session = { text: JSON.stringify(session), since: performance.now() };
  }
  lane.browser = await startBrowser(lane.folder, lane.url, lane.session.text);
}
