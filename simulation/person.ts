import { deletionAtHand } from "@rounds/domain/at-hand/visits-at-hand.ts";
import { confirmedOf } from "../web/src/offline/engine/confirmed.ts";
import { createPhone } from "../web/src/offline/engine/phone.ts";
import type { Entry, Operation } from "../web/src/phone/entry.ts";
import type { Phone } from "../web/src/phone/phone-state.ts";
import type { Ports } from "../web/src/phone/ports.ts";
import { networkOf } from "./carrier.ts";
import { type Device, type Doing, killTab, lockOf, storeOf, type Tab } from "./device.ts";
import { followView } from "./follow-view.ts";
import { type Intent, removed } from "./intents.ts";
import type { Fields, Line, ModelServer } from "./model-server.ts";
import { chosenRepair } from "./repairs.ts";
import { checkSkipShown, nextSkip } from "./skips.ts";
import type { World } from "./world.ts";

/** Opens another page on a device. Its phone is there a little later, unless the store can't be read. */
export function openTab(world: World, server: ModelServer, device: Device): void {
  const tab: Tab = {
    ...{
      device,
      name: `${device.name}/${++device.opened}`,
      isDead: false,
      phone: undefined,
      doing: undefined,
    },
    ...{
      hasMore: false,
      busy: 0,
      sending: 0,
      storeUntil: 0,
      storeSince: 0,
      refusedAt: undefined,
      hear: () => {},
      hasNews: false,
    },
  };
  device.tabs.push(tab);
  world.note(`${tab.name} opens`);
  createPhone(portsOf(world, server, tab)).then(
    (phone) => {
      if (tab.isDead) return;
      tab.phone = phone;
      followView(world, tab, phone);
      device.askedAt = world.now();
      void phone.sync("start");
    },
    () => {
      world.after(1_000, () => {
        if (tab.isDead) return;
        killTab(world, tab);
        openTab(world, server, device);
      });
    },
  );
}

function portsOf(world: World, server: ModelServer, tab: Tab): Ports {
  const { device } = tab;
  return {
    user_id: device.user,
    app_version: "1",
    store: storeOf(world, tab),
    network: networkOf(world, server, tab),
    clock: {
      now: () => world.now() + device.skew + 1_700_000_000_000,
      after: (wait, work) => world.after(wait, () => !tab.isDead && work()),
    },
    random: world.random.next,
    newId: world.newId,
    alone: lockOf(world, tab),
    tabs: {
      tell() {
        if (!tab.hasNews) world.fail(`${tab.name} tells of a change that it did not make`);
        tab.hasNews = false;
        for (const other of device.tabs)
          if (other !== tab) world.after(world.random.integer(1, 30), () => !other.isDead && other.hear());
      },
      hear(listener) {
        tab.hear = listener;
        return () => {
          tab.hear = () => {};
        };
      },
    },
  };
}

/** Lets a page do something whose transaction is to be known as this. */
function doing<Result>(tab: Tab, what: Doing, work: () => Result): Result {
  tab.doing = what;
  try {
    return work();
  } finally {
    tab.doing = undefined;
  }
}

/** Saves a form, and follows what becomes of it. */
function save(
  world: World,
  tab: Tab,
  operation: Operation,
  marks: Map<string, string>,
  saved: (intent: Intent) => void = () => {},
): void {
  const { phone, device } = tab;
  if (!phone) return;
  const intent: Intent = {
    ...{ device: device.name, tab: tab.name, operation, marks, order: 0 },
    ...{ is: "begun", isConfirmed: false, isGivenUp: false },
  };
  world.ledger.intents.push(intent);
  device.intents.push(intent);
  world.note(`${tab.name} saves ${operation.op} ${operation.entity.slice(-3)} ${[...marks.values()]}`);
  void doing(tab, intent, () => phone.save(operation)).then(
    (entry) => {
      if (tab.isDead) return;
      intent.isConfirmed = true;
      saved(intent);
      if (intent.is !== "kept")
        world.fail(`${operation.op} ${operation.entity} was not kept when it was shown as saved`);
      if (world.random.chance(0.3)) void awaitAnswer(world, phone, intent, entry);
    },
    () => {
      if (intent.is !== "rejected") world.fail(`a save was rejected that is ${intent.is}`);
    },
  );
}

/** A form that waits a moment for the server. */
async function awaitAnswer(world: World, phone: Phone, { operation }: Intent, { key }: Entry): Promise<void> {
  const waiting = new AbortController();
  const stop = world.after(3_000, () => waiting.abort());
  const outcome = await phone.settled(key, waiting.signal);
  stop();
  world.note(
    `confirmed ${operation.entity.slice(-3)}: ${outcome ? (outcome.done ? "done" : "refused") : "nothing"}`,
  );
}

function newLine(world: World, visit: string, products: string[]): Line {
  const id = world.newId();
  const { random, ledger } = world;
  const unit_price = ledger.price(`${visit}/${id}`);
  return { id, product_id: random.pick(products), quantity: random.integer(1, 3), unit_price };
}

function createDoctor(world: World, tab: Tab): void {
  const entity = world.newId();
  const marks = new Map<string, string>();
  const body: Fields = { id: entity };
  for (const field of ["name", "hospital", "address"]) body[field] = enter(world, marks, entity, field);
  save(world, tab, { noun: "doctors", op: "create", entity, body, base: null }, marks);
}

function enter(world: World, marks: Map<string, string>, entity: string, field: string): string {
  const mark = world.ledger.text(`${entity}.${field}`);
  marks.set(`${entity}.${field}`, mark);
  return mark;
}

function createVisit(world: World, tab: Tab, phone: Phone): void {
  const { doctors, products } = phone.state().rows;
  if (doctors.size === 0) return;
  const entity = world.newId();
  const doctor_id = world.random.pick([...doctors.keys()]);
  const marks = new Map<string, string>();
  const items: Line[] = [];
  const count = products.size === 0 ? 0 : world.random.integer(0, 2);
  for (let line = 0; line < count; line++) items.push(newLine(world, entity, [...products.keys()]));
  for (const { id, unit_price } of items) marks.set(`${entity}/${id}`, unit_price);
  const body = {
    ...{ id: entity, doctor_id, status: world.random.chance(0.4) ? "scheduled" : "completed" },
    ...{
      visit_date: enter(world, marks, entity, "visit_date"),
      notes: enter(world, marks, entity, "notes"),
      items,
    },
  };
  save(world, tab, { noun: "visits", op: "create", entity, body, base: null }, marks);
}

/** Opens a form over a row as it is shown now, and saves it some time later. */
function edit(world: World, tab: Tab, phone: Phone): void {
  const { random } = world;
  const { doctors, visits, products } = phone.state().rows;
  const noun = random.chance(0.5) ? "doctors" : "visits";
  const rows = [...(noun === "doctors" ? doctors : visits).values()];
  if (rows.length === 0) return;
  // Few rows get most edits, so that they meet.
  const base = random.pick(rows.slice(-4));
  const names = noun === "doctors" ? ["name", "hospital", "address"] : ["visit_date", "notes"];
  const chosen = names.filter(() => random.chance(0.5));
  const changesLines = noun === "visits" && random.chance(0.5);
  const ids = [...products.keys()];
  world.after(random.integer(100, 15_000), () => {
    if (tab.isDead || !world.isRough) return;
    const entity = base.id;
    const marks = new Map<string, string>();
    const from = base as Fields;
    const body: Fields = { version: base.version };
    for (const field of noun === "doctors" ? names : [...names, "doctor_id", "status"])
      body[field] = chosen.includes(field) ? enter(world, marks, entity, field) : from[field];
    if ("sales" in base) {
      const lines = base.sales as Line[];
      body.items = changesLines ? changedLines(world, entity, lines, ids, marks) : lines;
    }
    save(world, tab, { noun, op: "update", entity, body, base } as Operation, marks);
  });
}

/** Completes a plan as it is shown when its form is saved, with a day and lines of its own. */
function complete(world: World, tab: Tab, phone: Phone): void {
  const { random } = world;
  const { visits, products } = phone.state().rows;
  const plans = [...visits.values()].filter(({ status }) => status === "scheduled");
  if (plans.length === 0) return;
  const entity = random.pick(plans.slice(-4)).id;
  const ids = [...products.keys()];
  world.after(random.integer(100, 15_000), () => {
    if (tab.isDead || !world.isRough) return;
    const base = phone.state().rows.visits.get(entity);
    if (base?.status !== "scheduled") return;
    const marks = new Map<string, string>();
    const items = ids.length > 0 && random.chance(0.7) ? [newLine(world, entity, ids)] : [];
    for (const { id, unit_price } of items) marks.set(`${entity}/${id}`, unit_price);
    const body = { visit_date: enter(world, marks, entity, "visit_date"), notes: null, items };
    save(world, tab, { noun: "visits", op: "complete", entity, body, base }, marks);
  });
}

function changedLines(
  world: World,
  visit: string,
  lines: Line[],
  products: string[],
  marks: Map<string, string>,
) {
  const { random, ledger } = world;
  const kept: Line[] = [];
  for (const line of lines) {
    const slot = `${visit}/${line.id}`;
    const how = random.integer(0, 2);
    if (how === 0) marks.set(slot, removed);
    if (how === 1) {
      const unit_price = ledger.price(slot);
      marks.set(slot, unit_price);
      kept.push({ ...line, unit_price, quantity: random.integer(1, 3) });
    }
    if (how === 2) kept.push(line);
  }
  if (products.length > 0 && random.chance(0.5)) {
    const line = newLine(world, visit, products);
    marks.set(`${visit}/${line.id}`, line.unit_price);
    kept.push(line);
  }
  return kept;
}

function remove(world: World, tab: Tab, phone: Phone): void {
  const noun = world.random.chance(0.3) ? "doctors" : "visits";
  const rows = [...phone.state().rows[noun].values()];
  if (rows.length === 0) return;
  const base = world.random.pick(rows);
  const { id: entity, version } = base;
  const shown = noun === "doctors" ? deletionAtHand(phone.state().rows, entity) : { version };
  const body = confirmedOf(phone.state(), { noun, entity, body: shown });
  save(world, tab, { noun, op: "delete", entity, body, base } as Operation, new Map());
}

/** Decides about an entry that was refused, or takes one back. */
function repair(world: World, tab: Tab, phone: Phone): void {
  const { random } = world;
  const entries = phone.state().outbox;
  const refused = entries.filter(({ state }) => state === "needs_you");
  const entry =
    refused.length > 0
      ? random.pick(refused)
      : entries.length > 0 && random.chance(0.4)
        ? random.pick(entries)
        : undefined;
  if (!entry) return;
  const work = chosenRepair(world, phone, entry);
  tab.device.askedAt = world.now();
  world.note(`${tab.name} repairs ${entry.seq} ${entry.entity.slice(-3)}: ${work.name}`);
  // A store that fails changes nothing, and the person sees it.
  doing(tab, "repairing", work.do).catch(() => {});
}

/** Skips a doctor today, or takes that back. */
function skip(world: World, server: ModelServer, tab: Tab, phone: Phone): void {
  const next = nextSkip(world, server, tab.device, phone);
  if (next)
    save(world, tab, next.operation, next.marks, (intent) =>
      checkSkipShown(world, server, tab.device, phone, intent),
    );
}

/** One thing that a person does, or that happens to the device. */
export function act(world: World, server: ModelServer, device: Device): void {
  const { random, weather } = world;
  const tab = device.tabs.length > 0 ? random.pick(device.tabs) : undefined;
  if (!tab) openTab(world, server, device);
  const { phone } = tab ?? {};
  if (!tab || !phone) return;
  const choice = random.integer(0, 32);
  if (choice < 2) createDoctor(world, tab);
  else if (choice < 6) createVisit(world, tab, phone);
  else if (choice < 13) edit(world, tab, phone);
  else if (choice < 15) {
    if (weather.deletions) remove(world, tab, phone);
  } else if (choice < 18) repair(world, tab, phone);
  else if (choice < 20) changeLink(world, device);
  else if (choice === 20) ask(world, tab, phone);
  else if (choice === 21 && weather.twoTabs && device.tabs.length < 2) openTab(world, server, device);
  else if (choice === 22 && weather.kills) killTab(world, tab);
  else if (choice === 23 && weather.kills) for (const one of device.tabs) killTab(world, one);
  else if (choice === 24 && weather.expiry) device.isExpired = true;
  else if (choice === 25 && weather.clockJumps) jump(world, device);
  else if (choice === 26 && weather.storeFaults) device.fault = random.pick(["full", "broken", undefined]);
  else if (choice > 29) skip(world, server, tab, phone);
  else if (choice > 27) complete(world, tab, phone);
  else if (phone.state().signed_out) signIn(world, device);
  else void phone.sync("live");
}

function ask(world: World, { device }: Tab, phone: Phone): void {
  device.askedAt = world.now();
  void phone.sync(world.random.pick(["visible", "online", "asked"]));
}

function changeLink(world: World, device: Device): void {
  const before = device.link;
  device.link = world.random.pick(["good", "good", "lossy", "offline", "hanging", "portal"] as const);
  world.note(`${device.name} is ${device.link}`);
  if (before === "good" || device.link !== "good") return;
  device.askedAt = world.now();
  if (world.random.chance(0.7)) for (const { phone } of device.tabs) void phone?.sync("online");
}

function jump(world: World, device: Device): void {
  device.skew += world.random.integer(-7_200_000, 7_200_000);
  device.askedAt = world.now();
  world.note(`${device.name} has another time`);
}

export function signIn(world: World, device: Device): void {
  device.isExpired = false;
  device.askedAt = world.now();
  world.note(`${device.name} signs in`);
  for (const tab of device.tabs) {
    tab.refusedAt = undefined;
    tab.phone?.signedIn();
  }
}
