import type { ErrorCode } from "@rounds/domain/errors/errors.ts";
import { syncNouns } from "@rounds/domain/sync/nouns.ts";
import { asUpdate } from "../web/src/offline/engine/merge-operation.ts";
import type { Entry } from "../web/src/phone/entry.ts";
import type { Answer, Network } from "../web/src/phone/ports.ts";
import { isChanging, isLineConflict } from "./conflict.ts";
import type { Device, Tab } from "./device.ts";
import { doctorIn, isDoctorDeletion } from "./intents.ts";
import type { Fields, ModelServer } from "./model-server.ts";
import { idsFrom, pullFrom, rowsFrom } from "./model-sync.ts";
import type { World } from "./world.ts";

/** A page gives a request up after so many milliseconds. */
const maxWait = 20_000;
/** A request that had arrived may still be worked on after that. */
const maxLate = 4_000;

const error = (status: number, code: ErrorCode, retry_after?: number): Exclude<Answer<unknown>, "none"> => ({
  status,
  body: { code, message: code, request_id: "" },
  ...(retry_after !== undefined && { retry_after }),
});

/** A page's way to the server, and what is wrong with how it is used. */
export function networkOf(world: World, server: ModelServer, tab: Tab): Network {
  const { device } = tab;
  const { random, weather } = world;

  /** Carries one request there and its answer back, if both arrive. */
  function carry<Body>(name: string, handle: () => Exclude<Answer<Body>, "none">): Promise<Answer<Body>> {
    if (tab.refusedAt !== undefined && world.now() - tab.refusedAt > 100)
      world.fail(`${tab.name} asks for ${name} though nobody is signed in`);
    tab.busy++;
    const isRough = world.isRough;
    return new Promise((resolve) => {
      let isOver = false;
      const end = (answer: Answer<Body>) => {
        if (isOver) return;
        isOver = true;
        stop();
        tab.busy--;
        if (tab.isDead) return;
        world.note(`${tab.name} ${name} → ${answer === "none" ? "none" : answer.status}`);
        if (answer !== "none" && isUnsigned(answer)) tab.refusedAt ??= world.now();
        resolve(answer);
      };
      const stop = world.after(maxWait, () => end("none"));
      const link = isRough ? device.link : "good";
      if (link === "offline") return void world.after(random.integer(1, 30), () => end("none"));
      if (link === "hanging") return;
      if (link === "portal") {
        // The page of a hospital's network, with a friendly status.
        const page = { status: 200, body: undefined as Body };
        return void world.after(random.integer(20, 200), () => end(page));
      }
      const loses = (chance: number) =>
        isRough && weather.losses && random.chance(link === "lossy" ? 0.4 : chance);
      if (loses(0.03)) return;
      const isLate = isRough && weather.losses && random.chance(0.03);
      const there = isLate ? random.integer(1_000, maxWait + maxLate) : random.integer(10, 150);
      const arrive = (isCopy: boolean) => {
        if (isOver && !isCopy && there > maxWait + maxLate) return;
        const refusal = isRough ? trouble() : expiry();
        const answer = refusal ?? handle();
        if (isCopy) return;
        const back =
          isRough && weather.losses && random.chance(0.02)
            ? random.integer(1_000, 21_000)
            : random.integer(5, 100);
        if (loses(0.05)) return;
        const isBroken = isRough && weather.busy && random.chance(0.03);
        world.after(back, () => end((isBroken ? error(502, "unavailable") : answer) as Answer<Body>));
      };
      world.after(there, () => arrive(false));
      if (isRough && weather.losses && random.chance(0.05))
        world.after(there + random.integer(0, 8_000), () => arrive(true));
    });
  }

  function expiry() {
    return device.isExpired ? error(401, "not_signed_in") : undefined;
  }

  /** A refusal that has nothing to do with the request. */
  function trouble() {
    if (device.isExpired)
      return random.chance(0.3) ? error(403, "second_factor_needed") : error(401, "not_signed_in");
    if (!weather.busy || !random.chance(0.15)) return undefined;
    return random.pick([
      error(503, "unavailable"),
      error(500, "internal"),
      error(503, "unavailable", random.integer(1, 20)),
      error(429, "too_many_requests", random.integer(1, 30)),
      error(408, "request_timeout"),
    ]);
  }

  return {
    async mayReach() {
      // A device often knows that it has no connection, but not always.
      const isAway = world.isRough && device.link === "offline";
      return !isAway || random.chance(0.3);
    },
    async send(entry) {
      const { noun, op, entity, key, body } = entry;
      checkSending(world, tab, entry);
      const at = world.now();
      checkMerge(world, device, entry);
      // One that another page gives up while this one is about to send it is nobody's any more.
      if (device.disk.outbox.some((one) => one.key === key)) device.inDoubt.set(entity, key);
      const text = body ? JSON.stringify(body) : "";
      const sent = { noun, op, entity, key, text, user: device.user };
      tab.sending++;
      const name = `${op} ${noun} ${entity.slice(-3)} ${key.slice(-3)}`;
      const answer = await carry(name, () => {
        // A copy that is later than a refusal is refused as well: what a person decided then was not overtaken.
        const refused = server.refused.get(key);
        if (refused && refused.at > at) return refused.answer;
        const done = server.handle(sent);
        world.note(`server ${name} of ${tab.name}: ${done.status}`);
        return done;
      });
      tab.sending--;
      if (isDecisive(answer) && device.inDoubt.get(entity) === key) device.inDoubt.delete(entity);
      device.waits.set(key, { at, until: world.now() + leastWait(entry, answer) });
      return answer;
    },
    async pull(query) {
      if (!query.after_doctors) checkBarrier(world, device);
      const answer = await carry(`pull ${query.cursor} ${query.after_doctors?.slice(-3) ?? ""}`, () => ({
        status: 200,
        body: pullFrom(world, server, device.user, query),
      }));
      if (answer !== "none" && answer.status === 200 && answer.body)
        tab.hasMore = syncNouns.some((noun) => answer.body[noun].more !== null);
      return answer;
    },
    ids(noun) {
      device.repairs++;
      return carry(`ids ${noun}`, () => ({ status: 200, body: idsFrom(server, device.user, noun) }));
    },
    rows: (noun, ids) =>
      carry(`rows ${noun} ${ids.length}`, () => ({
        status: 200,
        body: rowsFrom(server, device.user, noun, ids),
      })),
  };
}

function isUnsigned({ status, body }: Exclude<Answer<unknown>, "none">): boolean {
  return status === 401 || (status === 403 && (body as { code: string }).code === "second_factor_needed");
}

/** Whether an answer says what became of a request. */
function isDecisive(answer: Answer<unknown>): boolean {
  if (answer === "none" || answer.body === undefined || isUnsigned(answer)) return false;
  return answer.status < 500 && ![408, 425, 429].includes(answer.status);
}

/** How long an entry must at least wait before it is sent again by itself, in milliseconds. */
function leastWait({ attempts }: Entry, answer: Answer<unknown>): number {
  if (answer !== "none" && isUnsigned(answer)) return 0;
  if (isDecisive(answer)) return 0;
  const backoff = Math.min(60, 2 ** Math.min(attempts - 1, 6)) * 750;
  const asked = answer === "none" ? 0 : (answer.retry_after ?? 0) * 1_000;
  return Math.max(backoff, asked) - 1;
}

function checkSending(world: World, tab: Tab, entry: Entry): void {
  const { device } = tab;
  const { entity, key, seq, op } = entry;
  const name = `${tab.name} ${op} ${entity.slice(-3)} ${key.slice(-3)}`;
  for (const other of device.tabs)
    if (other !== tab && other.sending > 0) world.fail(`${name}: two pages send at once`);
  const doubtful = device.inDoubt.get(entity);
  if (doubtful !== undefined && doubtful !== key)
    world.fail(`${name}: sent while nobody knows what became of ${doubtful.slice(-3)}`);
  for (const other of device.disk.outbox) {
    if (other.seq >= seq) continue;
    const isCreated = other.op === "create" && other.entity === doctorIn(entry);
    if (other.entity === entity || isCreated || isDoctorDeletion(entry, other))
      world.fail(`${name}: sent before ${other.op} ${other.entity.slice(-3)}`);
  }
  const wait = device.waits.get(key);
  // What is asked for may have to wait for the request before.
  if (wait && world.now() < wait.until && device.askedAt < wait.at - 60_000)
    world.fail(`${name}: sent again too soon`);
}

/** Lines that both sides changed are the person's to decide. */
function checkMerge(world: World, { lastSent, name }: Device, entry: Entry): void {
  const before = lastSent.get(entry.entity);
  lastSent.set(entry.entity, entry);
  if (!before || before.key === entry.key || entry.merged_with === null || !entry.base) return;
  if (!isChanging(entry)) world.fail(`${name} sends an edit of ${entry.entity} that is there already`);
  // A completion names the lines that it adds, not all of them.
  if (isLineConflict(asUpdate(before), entry.base as Fields))
    world.fail(`${name} merged the lines of ${entry.entity}`);
}

/** What could be sent must be sent before anything is read. */
function checkBarrier(world: World, device: Device): void {
  const lock = device.locks.get("sync");
  const began = lock?.holder ? lock.since : world.now();
  const now = began + device.skew;
  for (const entry of device.disk.outbox) {
    if (!isFree(entry, device.disk.outbox) || entry.next_try > now || entry.attempts > 0) continue;
    if ((device.keptAt.get(entry.key) ?? 0) < began)
      world.fail(`${device.name} reads before ${entry.op} ${entry.entity.slice(-3)} is sent`);
  }
}

/** Whether nothing but time holds an entry back. */
export function isFree(entry: Entry, outbox: readonly Entry[]): boolean {
  if (entry.state === "needs_you") return false;
  return !outbox.some((other) => {
    if (other.seq >= entry.seq) return false;
    if (other.entity === entry.entity) return true;
    if (other.op === "create" && doctorIn(entry) === other.entity) return true;
    return isDoctorDeletion(entry, other);
  });
}
