import { checkIntents, checkRefusals, checkSent, checkStock, checkView } from "./checks.ts";
import { remove } from "./colleagues.ts";
import { type Device, killTab } from "./device.ts";
import type { ModelServer } from "./model-server.ts";
import { openTab, signIn } from "./person.ts";
import type { World } from "./world.ts";

/** A world in which everything works again. */
type Calm = { world: World; server: ModelServer; devices: readonly Device[]; look: () => boolean };

/** From now on everything works: looks whether all comes right by itself, in time. */
export async function calmDown(calm: Calm): Promise<void> {
  const { world, server, devices } = calm;
  world.note("everything works");
  world.isRough = false;
  for (const device of devices) {
    device.fault = undefined;
    device.link = "good";
    if (device.tabs.length === 0) openTab(world, server, device);
    signInAgain(world, device);
  }
  // Requests of before may still be lost.
  await pass(calm, 25);
  for (const device of devices) signInAgain(world, device);
  const isAsked = world.random.chance(0.5);
  if (isAsked) syncAll(calm, "online");
  // After a clock was set back something may wait for twice the longest wait.
  const isAmiss = devices.some(({ skew }) => skew !== 0);
  const seconds = isAsked ? 5 : isAmiss ? 125 : 65;
  await pass(calm, seconds);
  if (world.problem) return;
  for (const device of devices) checkSent(world, device, `${seconds} s after the connection`);
  await settle(calm);
  if (world.problem) return;
  checkStock(world, server);
  checkIntents(world, server, devices);
  for (const device of devices) checkRefusals(world, server, device);
  checkRepairs(calm);
  checkViews(calm);
  await tryChange(calm);
  await tryTelling(calm);
}

async function pass({ world, look }: Calm, seconds: number): Promise<void> {
  if (!world.problem) await world.run(world.now() + seconds * 1_000, look);
}

function signInAgain(world: World, device: Device): void {
  const isOut = device.tabs.some(({ phone }) => phone?.state().signed_out);
  if (device.isExpired || isOut) signIn(world, device);
}

function syncAll({ world, devices }: Calm, reason: "online" | "visible" | "live"): void {
  for (const device of devices) {
    if (reason !== "live") device.askedAt = world.now();
    for (const { phone } of device.tabs) void phone?.sync(reason);
  }
}

function startAgain({ world, server }: Calm, device: Device): void {
  for (const tab of device.tabs) killTab(world, tab);
  openTab(world, server, device);
}

/** Some pages start again, the others look what is new. */
async function settle(calm: Calm): Promise<void> {
  const { world, devices } = calm;
  const { scopeChanges } = world.weather;
  for (const device of devices) if (scopeChanges || world.random.chance(0.5)) startAgain(calm, device);
  await lookUntilSent(calm);
}

/** Sales that wait for units leave one after another: units that one gave back may be what the next one waits for. */
async function lookUntilSent(calm: Calm): Promise<void> {
  syncAll(calm, "visible");
  await pass(calm, 10);
  const awaiting = calm.devices.flatMap(({ disk }) => disk.outbox.filter(({ awaits_stock }) => awaits_stock));
  for (let round = 0; round <= awaiting.length; round++) {
    syncAll(calm, "live");
    await pass(calm, 10);
  }
}

function checkViews({ world, server, devices }: Calm): void {
  for (const { tabs } of devices) for (const tab of tabs) if (!world.problem) checkView(world, server, tab);
}

/**
 * Without deletions and other scopes a pull of one page brings everything: what had to be repaired was lost on the way.
 * Between two pages rows may change that sort before the second one.
 */
function checkRepairs({ world, server, devices }: Calm): void {
  if (
    world.weather.page < 100 ||
    server.deleted.size > 0 ||
    server.hidden.size > 0 ||
    world.weather.scopeChanges
  )
    return;
  for (const { repairs, name } of devices)
    if (repairs > 0) world.fail(`${name} had to read rows by their ids`);
}

/** One more change, of a kind that pulls must understand. */
async function tryChange(calm: Calm): Promise<void> {
  const { world, server, devices } = calm;
  const { random } = world;
  const device = random.pick(devices);
  const ids = [...server.doctors.keys(), ...server.visits.keys()];
  if (world.problem || ids.length < 2) return;
  const before = devices.map(({ repairs }) => repairs);
  // An edit that was waiting for stock brings its row back, also one that has left what the phone keeps.
  const waited = devices.map(({ disk }) => disk.outbox.length > 0);
  const first = random.pick(ids);
  const change = random.integer(0, 3);
  const row = `${device.user} ${first}`;
  world.note(`change ${change}`);
  if (change < 2) {
    if (change === 1) server.epoch++;
    remove(world, server);
  } else if (!server.hidden.delete(row)) server.hidden.add(row);
  await lookUntilSent(calm);
  checkViews(calm);
  // Between two pages of one pull another phone may record what sorts before the second one.
  const isRead =
    world.weather.page < 100 || devices.every(({ repairs }, at) => waited[at] || repairs === before[at]);
  if (change < 2 && !isRead) world.fail("a deletion had to be found by comparing");
  if (change !== 3 || world.problem) return;
  // Rows that change places leave the counts alike: the next start sees it.
  const noun = server.doctors.has(first) ? "doctors" : "visits";
  const [leaves] = [...server[noun].keys()].filter((id) => !server.hidden.has(`${device.user} ${id}`));
  if (!leaves || !server.hidden.has(row)) return;
  server.hidden.delete(row);
  server.hidden.add(`${device.user} ${leaves}`);
  for (const one of devices) startAgain(calm, one);
  await pass(calm, 10);
  checkViews(calm);
}

/** What one page saves shows in another one of the same browser at once, not only at its next round. */
async function tryTelling(calm: Calm): Promise<void> {
  const { world, devices } = calm;
  const [one, other] = devices.find(({ tabs }) => tabs.length > 1)?.tabs ?? [];
  if (world.problem || !one?.phone || !other?.phone) return;
  const entity = world.newId();
  const name = world.ledger.text(`${entity}.name`);
  void one.phone.save({ noun: "doctors", op: "create", entity, body: { id: entity, name }, base: null });
  await pass(calm, 0.5);
  if (!other.phone.state().rows.doctors.has(entity))
    world.fail(`${other.name} does not show what ${one.name} has saved`);
}
