import { skipsShown } from "../web/src/offline/engine/skips.ts";
import type { Operation } from "../web/src/phone/entry.ts";
import type { Phone } from "../web/src/phone/phone-state.ts";
import { skipEntity, skipOf } from "../web/src/phone/skip-entity.ts";
import type { Device } from "./device.ts";
import { type Intent, isSuperseded, marksIn } from "./intents.ts";
import type { ModelServer } from "./model-server.ts";
import { skipSlot } from "./model-skips.ts";
import type { World } from "./world.ts";

const day = "2026-11-23";

/** What the person sees: the skips that the server has now, with what waits. */
function shownTo({ user }: Device, server: ModelServer, phone: Phone): ReadonlyMap<string, string> {
  const own = [...server.skips].filter(([slot]) => slot.startsWith(user));
  // Only the engine looks at them, which takes any reason.
  const skips = own.map(([slot, reason]) => ({
    ...{ ...skipOf(slot.slice(user.length + 1).replace(".reason", "")), reason, note: null, created_at: "" },
  })) as never;
  return new Map(
    skipsShown(skips, phone.state().outbox).map((skip) => [skipEntity(skip), String(skip.reason)]),
  );
}

/** What a person does about one of the doctors: skips them, or takes that back, as their screen offers it. */
export function nextSkip(
  { random, ledger }: World,
  server: ModelServer,
  device: Device,
  phone: Phone,
): { operation: Operation; marks: Map<string, string> } | undefined {
  const doctors = [...phone.state().rows.doctors.keys()];
  if (doctors.length === 0) return undefined;
  // Few doctors are skipped, so that it happens again.
  const entity = skipEntity({ doctor_id: random.pick(doctors.slice(-2)), day });
  const noun = "skips";
  if (shownTo(device, server, phone).has(entity))
    return { operation: { noun, op: "delete", entity, body: null, base: null }, marks: new Map() };
  const slot = skipSlot(device.user, entity);
  const reason = ledger.text(slot);
  const body = { day, reason, note: null };
  return { operation: { noun, op: "create", entity, body, base: null }, marks: new Map([[slot, reason]]) };
}

/** What was saved shows at once. */
export function checkSkipShown(
  world: World,
  server: ModelServer,
  device: Device,
  phone: Phone,
  intent: Intent,
): void {
  const { operation, marks } = intent;
  const isNewest = device.intents.every(
    ({ order, operation: { entity } }) => entity !== operation.entity || order <= intent.order,
  );
  const shown = shownTo(device, server, phone).get(operation.entity);
  const [mark] = marks.values();
  const isWaiting = phone.state().outbox.some(({ entity }) => entity === operation.entity);
  if (isNewest && isWaiting && shown !== mark)
    world.fail(`${shown} is shown, not ${mark}, of ${operation.entity}`);
}

/** A skip is at the server or waits, unless it was taken back or can have no effect any more. */
export function checkSkip(
  world: World,
  server: ModelServer,
  { disk, name }: Pick<Device, "disk" | "name">,
  intent: Intent,
): void {
  const { ledger, weather } = world;
  const { op, entity } = intent.operation;
  const { doctor_id } = skipOf(entity);
  const own = disk.outbox.filter((entry) => entry.entity === entity);
  const [[slot, mark] = []] = intent.marks;
  if (op === "create" && slot && mark) {
    const isDone = ledger.history(slot).includes(mark) || marksIn(own).has(mark);
    const isDropped = server.pastSkips.has(mark) || server.deleted.has(doctor_id) || ledger.givenUp.has(mark);
    if (!isDone && !isDropped && !isSuperseded(ledger, intent, slot))
      world.fail(`the skip ${mark} is nowhere`);
    return;
  }
  if (own.length > 0 || intent.isGivenUp || weather.isForgetful) return;
  // The deletion of its doctor takes what was not sent yet with it.
  if (isSuperseded(ledger, intent, "")) return;
  for (const other of ledger.intents) {
    const isBefore = other.device === name && other.order < intent.order;
    const [[where = "", reason] = []] = other.marks;
    if (isBefore && other.operation.entity === entity && server.skips.get(where) === reason && reason)
      world.fail(`${entity} was taken back and is there: ${reason}`);
  }
}
