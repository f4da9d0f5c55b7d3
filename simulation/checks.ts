import { digestOf } from "@rounds/domain/sync/digest.ts";
import { syncNouns } from "@rounds/domain/sync/nouns.ts";
import { asUpdate } from "../web/src/offline/engine/merge-operation.ts";
import type { Entry } from "../web/src/phone/entry.ts";
import { isFree } from "./carrier.ts";
import { isConflict } from "./conflict.ts";
import type { Device, Tab } from "./device.ts";
import { doctorIn, type Intent, isSuperseded, marksIn, removed } from "./intents.ts";
import { type Fields, type Line, type ModelServer, unitsOf } from "./model-server.ts";
import { scopeOf } from "./model-sync.ts";
import { checkSkip } from "./skips.ts";
import type { World } from "./world.ts";

/** Nothing may hold a lock while it waits for nothing. */
export function checkLocks(world: World, device: Device): void {
  for (const { holder } of device.locks.values())
    if (holder && holder.busy === 0) world.fail(`${holder.name} holds the lock and does nothing`);
}

/** With a good network nothing waits that could be sent. */
export function checkSent(world: World, { name, disk }: Device, when: string): void {
  for (const entry of disk.outbox)
    if (isFree(entry, disk.outbox))
      world.fail(`${name} still keeps ${entry.op} ${entry.entity.slice(-3)} ${entry.state} ${when}`);
}

/** What is in stock is what came in without what was sold. */
export function checkStock(world: World, server: ModelServer): void {
  const sold = unitsOf(
    [...server.visits.values()].flatMap(({ sales }) => sales),
    [],
  );
  for (const { id, current_stock } of server.products.values()) {
    const expected = (server.received.get(id) ?? 0) - (sold.get(id) ?? 0);
    if (expected !== current_stock || current_stock < 0)
      world.fail(`the stock of ${id} is ${current_stock}, not ${expected}`);
  }
}

/** A page keeps what the server has, and shows that with what waits. */
export function checkView(world: World, server: ModelServer, tab: Tab): void {
  const state = tab.phone?.state();
  if (!state) {
    world.fail(`${tab.name} did not open`);
    return;
  }
  if (state.trouble || !state.is_reached || state.signed_out) world.fail(`${tab.name} is in trouble`);
  if (state.outbox.length !== tab.device.disk.outbox.length) world.fail(`${tab.name} knows another outbox`);
  for (const noun of syncNouns) {
    const rows = scopeOf(server, tab.device.user, noun);
    for (const [where, have] of [
      ["memory", state.base[noun]],
      ["store", tab.device.disk.rows[noun]],
    ] as const) {
      const kept: ReadonlyMap<string, unknown> = have;
      if (digestOf(rows) !== digestOf([...have.values()]))
        world.fail(`${tab.name}: other digest of ${noun} in ${where}`);
      for (const row of rows) {
        const own = kept.get(row.id);
        if (own !== row && JSON.stringify(sorted(own)) !== JSON.stringify(sorted(row)))
          world.fail(`${tab.name} keeps ${JSON.stringify(own)} in ${where}, not ${JSON.stringify(row)}`);
      }
      if (kept.size !== rows.length)
        world.fail(`${tab.name} keeps ${kept.size} ${noun} in ${where}, not ${rows.length}`);
    }
  }
  checkShown(world, server, tab, state.outbox);
}

function sorted(row: unknown): unknown {
  return row && Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** What waits for the person shows over what the server has; its sales are not taken from the stock. */
function checkShown(world: World, server: ModelServer, tab: Tab, outbox: readonly Entry[]): void {
  const rows = tab.phone?.state().rows;
  if (!rows) return;
  for (const entry of outbox) {
    const later = outbox.filter(({ entity, seq }) => entity === entry.entity && seq > entry.seq);
    if (later.length > 0 || entry.op === "delete" || entry.noun === "skips") continue;
    const isDeleted = outbox.some(({ op, entity }) => op === "delete" && entity === doctorIn(entry));
    const row = rows[entry.noun].get(entry.entity) as Fields | undefined;
    if (!row && !isDeleted) world.fail(`${tab.name} does not show ${entry.entity}`);
    for (const [field, value] of Object.entries(entry.body ?? {})) {
      const isChanged = (entry.base as Fields | null)?.[field] !== value;
      if (row && isChanged && typeof value === "string" && row[field] !== value)
        world.fail(`${tab.name} shows ${row[field]}, not ${value}`);
    }
  }
  for (const [id, product] of rows.products) {
    let expected = server.products.get(id)?.current_stock ?? 0;
    for (const visit of new Set([...rows.visits.keys(), ...server.visits.keys()])) {
      const own = outbox.filter(({ entity }) => entity === visit);
      const stored = tab.phone?.state().base.visits.get(visit);
      const isGone = outbox.some(
        ({ op, entity, state }) => op === "delete" && entity === stored?.doctor_id && state !== "needs_you",
      );
      if (!isGone && !own.some(({ state }) => state !== "needs_you")) continue;
      const shown = (rows.visits.get(visit)?.sales ?? []) as Line[];
      expected -= unitsOf(shown, (stored?.sales ?? []) as Line[]).get(id) ?? 0;
    }
    if (product.current_stock !== expected)
      world.fail(`${tab.name} shows ${product.current_stock} of ${id}, not ${expected}`);
  }
}

/** Everything that a person saved is at the server, or waits for them, or was given up. */
export function checkIntents(world: World, server: ModelServer, devices: readonly Device[]): void {
  for (const { withdrawn, name, disk } of devices)
    for (const id of withdrawn) {
      // Deleted once more after somebody changed it, it is theirs to decide about.
      const isAsked = disk.outbox.some(
        ({ op, entity, state }) => op === "delete" && entity === id && state === "needs_you",
      );
      if (!isAsked && (server.doctors.has(id) || server.visits.has(id)))
        world.fail(`${name} took ${id} back, and it is there`);
    }
  for (const intent of world.ledger.intents) {
    const device = devices.find(({ name }) => name === intent.device);
    if (!device) continue;
    if (intent.is === "rejected") checkRejected(world, intent);
    if (intent.is === "kept") checkKept(world, server, device, intent);
    if (intent.isConfirmed && intent.is !== "kept")
      world.fail(`${intent.operation.entity} was shown as saved and was not`);
  }
}

function checkRejected(world: World, { marks }: Intent): void {
  for (const [slot, mark] of marks)
    if (mark !== removed && world.ledger.history(slot).includes(mark))
      world.fail(`${mark} was sent and not saved`);
}

function checkKept(world: World, server: ModelServer, device: Device, intent: Intent): void {
  const { ledger } = world;
  const { op, entity, noun } = intent.operation;
  if (noun === "skips") {
    checkSkip(world, server, device, intent);
    return;
  }
  const { disk } = device;
  const own = disk.outbox.filter((entry) => entry.entity === entity);
  if (server.deleted.has(entity)) return;
  const isThere = server[noun].has(entity);
  if (op === "delete") {
    const isUnmade = !isThere || own.length > 0;
    if (!isUnmade && !intent.isGivenUp) world.fail(`${entity} was deleted and is there`);
    return;
  }
  if (!isThere && own.length > 0) return;
  const waiting = marksIn(own);
  for (const [slot, mark] of intent.marks) {
    if (mark === removed || ledger.givenUp.has(mark) || waiting.has(mark)) continue;
    if (ledger.history(slot).includes(mark) || isSuperseded(ledger, intent, slot)) continue;
    world.fail(
      `${mark} of ${slot} was saved and is nowhere; the server had ${ledger.history(slot).join(" ")}`,
    );
  }
}

/** A person is asked only about what they alone can decide. */
export function checkRefusals(world: World, server: ModelServer, { name, disk, withdrawn }: Device): void {
  for (const entry of disk.outbox) {
    if (entry.state !== "needs_you") continue;
    const about = `${name} asks about ${entry.op} ${entry.entity.slice(-3)}: ${entry.error?.code}`;
    if (entry.noun === "skips") world.fail(about);
    if (!server.refused.has(entry.key)) world.fail(`${about}, which the server did not refuse`);
    // What was confirmed is not what would be deleted now.
    if (entry.op === "delete" && entry.error?.code !== "changed_meanwhile") world.fail(about);
    const isDeleted = disk.outbox.some(
      ({ op, entity, seq }) =>
        op === "delete" && seq > entry.seq && (entity === entry.entity || entity === doctorIn(entry)),
    );
    if (isDeleted) world.fail(`${about}, though it was deleted since`);
    const isUnmade = withdrawn.has(entry.entity) || isTakenBack(world, entry.entity);
    if (entry.error?.code === "not_found" && !isUnmade) world.fail(`${about}, though it was never there`);
    if (
      entry.error?.code === "changed_meanwhile" &&
      entry.op !== "delete" &&
      !isConflict(asUpdate(entry), entry.error.details?.current as Fields)
    )
      world.fail(`${about}, without a conflict`);
  }
}

/** Whether a person took a row back that they had made, or deleted its doctor, while another form was open over it. */
function isTakenBack({ ledger }: World, entity: string): boolean {
  const doctors = ledger.intents.map(({ operation }) => operation.entity === entity && doctorIn(operation));
  return ledger.intents.some(({ operation, marks }) => {
    if (operation.op === "delete") return operation.entity === entity || doctors.includes(operation.entity);
    return operation.entity === entity && [...marks.values()].some((mark) => ledger.givenUp.has(mark));
  });
}
