import { changedRows, changesBase, noRows } from "../web/src/offline/engine/base.ts";
import type { Entry } from "../web/src/phone/entry.ts";
import type { Phone, Rows } from "../web/src/phone/phone-state.ts";
import { type Change, type Kept, type Meta, type Store, StoreError } from "../web/src/phone/ports.ts";
import { isConflict } from "./conflict.ts";
import { doctorIn, type Intent, marksIn } from "./intents.ts";
import type { Fields } from "./model-server.ts";
import type { World } from "./world.ts";

/** How a device reaches the server. */
type Link = "good" | "lossy" | "offline" | "hanging" | "portal";

/** What a device keeps: it survives every page. */
type Disk = { outbox: readonly Entry[]; rows: Rows; meta: Meta | null; revision: number };

/** A lock of the browser: who holds it, and who waits for it. */
type Lock = { holder: Tab | undefined; since: number; queue: { tab: Tab; start: () => void }[] };

/** A browser of one person, and what happened to it. */
export type Device = {
  name: string;
  user: string;
  disk: Disk;
  tabs: Tab[];
  /** What its person did. */
  intents: Intent[];
  /** How many pages were opened. */
  opened: number;
  locks: Map<string, Lock>;
  link: Link;
  /** Whether the session has expired. */
  isExpired: boolean;
  /** The phone's clock minus the true time, in milliseconds. */
  skew: number;
  fault: StoreError["trouble"] | undefined;
  /** Counts what was kept. */
  kept: number;
  /** When each entry was kept, by its key. */
  keptAt: Map<string, number>;
  /** When something last asked for a sync at once, or changed what a wait means. */
  askedAt: number;
  /** By row: the key of a request whose outcome the device does not know. */
  inDoubt: Map<string, string>;
  /** By key: when a request was sent, and until when it must not be sent again by itself. */
  waits: Map<string, { at: number; until: number }>;
  /** The latest request of each row. */
  lastSent: Map<string, Entry>;
  /** Rows whose creation was taken back. */
  withdrawn: Set<string>;
  /** How many reads by ids it made. */
  repairs: number;
};

/** What a page is doing to the store at this moment. */
export type Doing = Intent | "repairing" | undefined;

/** One page of the product. Nothing reaches it once it is dead. */
export type Tab = {
  device: Device;
  name: string;
  isDead: boolean;
  phone: Phone | undefined;
  doing: Doing;
  /** How many answers it waits for. */
  busy: number;
  /** Writes on their way to the server. */
  sending: number;
  /** When its latest transaction ends: they end in order. */
  storeUntil: number;
  /** When the last transaction begins. */
  storeSince: number;
  /** Whether the latest answer to a pull has more pages. */
  hasMore: boolean;
  /** When an answer said that nobody is signed in; undefined if somebody is. */
  refusedAt: number | undefined;
  hear: () => void;
  /** Whether it changed the store since it last notified the others. */
  hasNews: boolean;
};

export function createDevice(name: string, user: string): Device {
  return {
    name,
    user,
    disk: { outbox: [], rows: noRows, meta: null, revision: 0 },
    tabs: [],
    intents: [],
    opened: 0,
    locks: new Map(),
    link: "good",
    isExpired: false,
    skew: 0,
    fault: undefined,
    kept: 0,
    keptAt: new Map(),
    askedAt: 0,
    inDoubt: new Map(),
    waits: new Map(),
    lastSent: new Map(),
    withdrawn: new Set(),
    repairs: 0,
  };
}

/** Ends a page in the middle of whatever it does. */
export function killTab(world: World, tab: Tab): void {
  if (tab.isDead) return;
  world.note(`${tab.name} dies`);
  tab.isDead = true;
  tab.phone?.close();
  tab.device.tabs = tab.device.tabs.filter((other) => other !== tab);
  for (const lock of tab.device.locks.values()) {
    lock.queue = lock.queue.filter((one) => one.tab !== tab);
    if (lock.holder === tab) release(world, lock);
  }
  // The browser shows another page then. It may not know what this one kept in its last moment.
  const [next] = tab.device.tabs;
  if (!next) return;
  world.after(500, () => {
    if (next.isDead) return;
    next.device.askedAt = world.now();
    void next.phone?.sync("visible");
  });
}

function release(world: World, lock: Lock): void {
  const next = lock.queue.shift();
  lock.holder = next?.tab;
  lock.since = world.now();
  next?.start();
}

/** The locks of the browser, one piece of work after another. */
export function lockOf(world: World, tab: Tab) {
  return <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const lock = tab.device.locks.get(name) ?? { holder: undefined, since: 0, queue: [] };
      tab.device.locks.set(name, lock);
      const start = () => {
        work()
          .then(resolve, reject)
          .finally(() => {
            if (!tab.isDead) release(world, lock);
          });
      };
      lock.queue.push({ tab, start });
      if (!lock.holder) release(world, lock);
    });
}

/** A page's view of the store of its device. Its transactions are atomic, and some of them fail or are the page's last. */
export function storeOf(world: World, tab: Tab): Store {
  const { device } = tab;
  const { random, weather } = world;

  /** Does `work` in a transaction that ends a while later; transactions end in their order. */
  function transact<Result>(work: () => Result, fate = () => {}, isWrite = true): Promise<Result> {
    tab.busy++;
    return new Promise((resolve, reject) => {
      // In the order in which they were asked for, as in browsers: a later reading never sees less.
      const begin = Math.max(world.now() + random.integer(1, 4), tab.storeUntil + 1, tab.storeSince);
      tab.storeSince = begin;
      const end = begin + random.integer(1, isWrite ? 12 : 25);
      // What was read may arrive after the end of a later write.
      if (isWrite) tab.storeUntil = end;
      const finish = (how: () => void) =>
        world.after(end - world.now(), () => {
          tab.busy--;
          if (!tab.isDead) how();
        });
      world.after(begin - world.now(), () => {
        if (tab.isDead) return;
        if (world.isRough && weather.kills && random.chance(0.004)) return killTab(world, tab);
        try {
          if (device.fault) throw new StoreError(device.fault);
          if (world.isRough && weather.storeFaults && random.chance(0.01)) throw new StoreError("broken");
          const result = work();
          fate();
          finish(() => resolve(result));
        } catch (error) {
          // What a page can't keep it forgets, also when to send something again.
          device.askedAt = world.now();
          finish(() => reject(error));
        }
      });
    });
  }

  return {
    read: () => transact(() => keptOf(device.disk), undefined, false),
    commit(decide) {
      const { doing } = tab;
      const intent = typeof doing === "object" ? doing : undefined;
      return transact(
        () => {
          const before = device.disk.outbox;
          const change = decide(before);
          apply(device, change);
          noteChange(world, tab, change);
          checkFollowing(world, before, device.disk.outbox, change);
          if (doing === "repairing") giveUp(world, device, before);
          if (intent) {
            intent.is = "kept";
            intent.order = ++device.kept;
          }
          return { outbox: device.disk.outbox, revision: device.disk.revision };
        },
        () => {
          if (world.isRough && weather.kills && random.chance(0.004)) killTab(world, tab);
        },
      ).catch((error) => {
        if (intent?.is === "begun") intent.is = "rejected";
        throw error;
      });
    },
  };
}

function keptOf({ outbox, rows, meta, revision }: Disk): Kept {
  const { doctors, products, visits } = rows;
  const base = {
    doctors: [...doctors.values()],
    products: [...products.values()],
    visits: [...visits.values()],
  };
  return { meta, base, outbox: [...outbox], revision };
}

function apply({ disk }: Device, change: Change): void {
  const { put = [], done = [], meta } = change;
  if (put.length > 0 || done.length > 0) {
    const entries = new Map(disk.outbox.map((entry) => [entry.seq, entry]));
    for (const seq of done) entries.delete(seq);
    for (const entry of put) entries.set(entry.seq, entry);
    disk.outbox = [...entries.values()].sort((one, other) => one.seq - other.seq);
  }
  disk.rows = changedRows(disk.rows, change);
  if (changesBase(change)) disk.revision++;
  if (meta) disk.meta = meta;
}

function noteChange(world: World, tab: Tab, { put = [], done = [], rows, gone = [], clear, meta }: Change) {
  if (meta && tab.hasMore) world.fail(`${tab.name} moves the cursor before it has all pages`);
  for (const { key } of put) {
    if (!tab.device.keptAt.has(key)) tab.device.keptAt.set(key, world.now());
  }
  const entries = put.map((entry) => `${entry.seq}:${entry.op} ${entry.entity.slice(-3)} ${entry.state}`);
  const count = Object.values(rows ?? {}).reduce((sum, some) => sum + some.length, 0);
  if (put.length + done.length + count + gone.length === 0 && !meta) return;
  tab.hasNews = true;
  world.note(
    `${tab.name} keeps [${entries}] done [${done}] rows ${count} gone ${gone.length}${clear ? " clear" : ""}${meta ? ` cursor ${meta.cursor}` : ""}`,
  );
}

/** The next edit of a row that was sent goes over what the server answered, unless that is a conflict. */
function checkFollowing(
  world: World,
  before: readonly Entry[],
  after: readonly Entry[],
  { done = [], rows }: Change,
): void {
  for (const seq of done) {
    const sent = before.find((entry) => entry.seq === seq);
    const answered = sent && sent.noun !== "skips" && rows?.[sent.noun]?.find(({ id }) => id === sent.entity);
    const next = after.find(({ entity, attempts }) => entity === sent?.entity && attempts === 0);
    if (!answered || next?.op !== "update" || !next.base || next.state !== "waiting") continue;
    if (next.body?.version !== answered.version && !isConflict(next, answered as Fields))
      world.fail(`the next edit of ${next.entity} begins with version ${next.body?.version}`);
  }
}

/** The values that a repair took out of the outbox. */
function giveUp(world: World, { disk, inDoubt, withdrawn }: Device, before: readonly Entry[]): void {
  const after = disk.outbox;
  const keys = new Set(after.map(({ key }) => key));
  for (const { key, entity } of before)
    if (!keys.has(key) && inDoubt.get(entity) === key) inDoubt.delete(entity);
  for (const entry of before) {
    const left = marksIn(after.filter(({ seq }) => Math.floor(seq) === Math.floor(entry.seq)));
    for (const mark of marksIn([entry])) if (!left.has(mark)) world.ledger.givenUp.add(mark);
  }
  for (const { op, entity, seq } of before)
    if (
      op === "create" &&
      !after.some((entry) => Math.floor(entry.seq) === Math.floor(seq) && entry.op === op)
    )
      withdrawn.add(entity);
  for (const { op, entity, seq } of after) {
    // A creation that may have arrived is taken back by a deletion behind it.
    if (op !== "delete" || before.some((entry) => entry.seq === seq)) continue;
    const own = after.filter((entry) => entry.entity === entity || doctorIn(entry) === entity);
    for (const mark of marksIn(own)) world.ledger.givenUp.add(mark);
    withdrawn.add(entity);
  }
  const deleted = after.filter(({ op }) => op === "delete").map(({ entity }) => entity);
  for (const { op, entity } of before) {
    if (op !== "delete" || deleted.includes(entity)) continue;
    withdrawn.delete(entity);
    for (const intent of world.ledger.intents)
      if (intent.operation.op === "delete" && intent.operation.entity === entity) intent.isGivenUp = true;
  }
}
