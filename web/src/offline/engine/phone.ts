import type { Entry } from "../../phone/entry.ts";
import type { Outcome, Phone, PhoneState, Rows } from "../../phone/phone-state.ts";
import { type Change, type Ports, StoreError } from "../../phone/ports.ts";
import { changedRows, changesBase, rowsOf } from "./base.ts";
import { flush } from "./flush.ts";
import type { Verdict } from "./judge.ts";
import { overlaid } from "./local.ts";
import { asUpdate } from "./merge-operation.ts";
import {
  amend,
  entryOf,
  isSameOutbox,
  type Making,
  maxEntries,
  overServer,
  placeOf,
  readyEntries,
  replacement,
  withdrawal,
  without,
  withStock,
} from "./outbox.ts";
import { pull } from "./pull.ts";
import { longestWait, waitAfter } from "./retry.ts";

/** Why a round begins, the more urgent later: a timer's sends only what is due, "live" reads too. */
type Reason = "timer" | Parameters<Phone["sync"]>[0];

const urgency = (reason: Reason | undefined) =>
  reason === undefined ? 0 : reason === "timer" ? 1 : reason === "live" ? 2 : 3;

/** What is in memory: as in the store, or newer by what another tab did a moment ago. */
type Memory = Pick<PhoneState, "base" | "outbox" | "meta" | "signed_out" | "is_reached" | "trouble">;

/** A state whose rows are computed when somebody looks at them; `view` holds them for states with the same rows. */
function stateOf(memory: Memory, view: { rows?: Rows }): PhoneState {
  return {
    ...memory,
    get rows() {
      view.rows ??= overlaid(memory.base, memory.outbox);
      return view.rows;
    },
  };
}

/**
 * Opens a person's phone: reads what is kept, and from then on keeps what the person does, sends it, and reads what
 * others changed. Rejects with a `StoreError` if nothing can be read.
 */
export async function createPhone(ports: Ports): Promise<Phone> {
  const kept = await ports.store.read();
  let view: { rows?: Rows } = {};
  let memory: Memory = {
    ...{ base: rowsOf(kept.base), outbox: kept.outbox, meta: kept.meta },
    ...{ signed_out: false, is_reached: true, trouble: null },
  };
  let state = stateOf(memory, view);
  let isClosed = false;
  /** Whether what a sent entry means for other rows must be read. */
  let isReadDue = false;
  /** The store's revision that the base in memory is of, and whether another tab has changed the base since. */
  let revision = kept.revision;
  let isBehind = false;
  /** Counts the changes made here, so that a reading that began before one is not taken for newer. */
  let changes = 0;
  /** Counts the readings of the store, and which of them is shown: they may end in another order. */
  let readings = 0;
  let shownReading = 0;
  /** Whether what another tab did is being read, and whether it must be read once more after that. */
  let isHearing = false;
  let isHearingDue = false;
  /** Rounds of sync that failed in a row. */
  let failures = 0;
  let running: Promise<void> | undefined;
  /** The most urgent reason that came up during a round. */
  let again: Reason | undefined;
  let cancelTimer = () => {};
  let cancelReading = () => {};
  const listeners = new Set<() => void>();
  const waiting = new Map<string, Set<(outcome: Outcome | undefined) => void>>();
  /** How the latest entries ended, for somebody who asks a moment later. */
  const outcomes = new Map<string, Outcome>();
  /** The keys under which merged entries go on. */
  const renamed = new Map<string, string>();

  function set(next: Partial<Memory>) {
    const { base, outbox } = memory;
    memory = { ...memory, ...next };
    if (memory.base !== base || memory.outbox !== outbox) view = {};
    state = stateOf(memory, view);
    for (const listener of listeners) listener();
  }

  /** Changes the store, then the memory. */
  async function commit(decide: (outbox: readonly Entry[]) => Change): Promise<readonly Entry[]> {
    let change: Change = {};
    let found: readonly Entry[] = [];
    try {
      const { outbox, ...after } = await ports.store.commit((now) => {
        found = now;
        change = decide(now);
        return change;
      });
      changes++;
      revision += changesBase(change) ? 1 : 0;
      isBehind = after.revision !== revision;
      const base = changedRows(state.base, change);
      // What another tab sent shows until its rows are read, or it would show as it was before; what waits is newer.
      const sentByOthers = without(state.outbox, found);
      const shown = sentByOthers.length > 0 ? [...sentByOthers, ...outbox] : outbox;
      const isMine = change.put?.length || change.done?.length || change.meta || base !== state.base;
      if (isMine || state.trouble || !isSameOutbox(shown, state.outbox))
        set({ base, outbox: shown, trouble: null, ...(change.meta && { meta: change.meta }) });
      // Only that: two tabs that tell each other what they hear would never end.
      if (isMine && !isClosed) ports.tabs.tell();
      if (sentByOthers.length > 0) void hear();
      return outbox;
    } catch (error) {
      set({ trouble: error instanceof StoreError ? error.trouble : "broken" });
      throw error instanceof StoreError ? error : new StoreError("broken", error);
    }
  }

  /** After another tab changed the store. */
  async function readAgain(): Promise<void> {
    for (let tries = 0; tries < 3 && !isClosed; tries++) {
      const before = changes;
      const own = ++readings;
      const { base, outbox, meta, ...found } = await ports.store.read();
      // One that began later has shown more.
      if (own < shownReading) return;
      if (before !== changes) continue;
      shownReading = own;
      revision = found.revision;
      isBehind = false;
      const old = state.outbox;
      set({ base: rowsOf(base), outbox, meta });
      tellOfOthers(old, outbox);
      plan();
      return;
    }
    throw new StoreError("broken");
  }

  /** Reads what another tab did; what can't be read now is read a moment later. */
  async function hear(): Promise<void> {
    cancelReading();
    // A tab that sends a queue tells of each entry twice, and every reading is of all rows.
    isHearingDue = true;
    if (isHearing) return;
    isHearing = true;
    try {
      while (isHearingDue) {
        isHearingDue = false;
        await readAgain();
      }
    } catch {
      if (!isClosed) cancelReading = ports.clock.after(readAgainAfter, () => void hear());
    } finally {
      isHearing = false;
    }
  }

  /** Entries that another tab has sent. */
  function tellOfOthers(before: readonly Entry[], after: readonly Entry[]) {
    if (waiting.size === 0) return;
    const now = new Map(after.map((entry) => [entry.key, entry]));
    for (const { key } of before) {
      const entry = now.get(key);
      if (!entry) settle(key, { done: true, answer: undefined });
      else if (entry.state === "needs_you") settle(key, { done: false, entry });
    }
  }

  function settle(key: string, outcome: Outcome | undefined) {
    if (outcome) remember(outcomes, key, outcome);
    const own = waiting.get(key);
    waiting.delete(key);
    for (const resolve of own ?? []) resolve(outcome);
  }

  function pause() {
    set({ signed_out: true });
  }

  function ended(entry: Entry, verdict: Verdict, key: string) {
    set({ is_reached: verdict.is !== "later" || verdict.answered });
    if (verdict.is === "done") {
      isReadDue ||= entry.attempts > 1;
      settle(entry.key, { done: true, answer: verdict.answer });
    }
    if (verdict.is === "refused") {
      settle(entry.key, { done: false, entry: { ...entry, state: "needs_you", error: verdict.error } });
    }
    if (verdict.is === "merged") {
      isReadDue = true;
      // The same operation goes on under the new key.
      const own = waiting.get(entry.key);
      waiting.delete(entry.key);
      if (own) waiting.set(key, own);
      remember(renamed, entry.key, key);
    }
  }

  /** Only a round changes the base, one tab's at a time: what it begins with is right until it ends. */
  async function begin(): Promise<readonly Entry[]> {
    const outbox = await commit(() => ({}));
    if (isBehind) await readAgain();
    return outbox;
  }

  /** Sends, then reads: never the other way round, so that nobody sees a row as it was before their own edit. */
  async function round(reason: Reason): Promise<void> {
    if (!(await ports.network.mayReach())) return miss();
    const isAsked = urgency(reason) === 3;
    const how = await flush(
      { ports, base: () => state.base, meta: () => state.meta, begin, commit, pause, ended },
      isAsked ? Number.POSITIVE_INFINITY : ports.clock.now(),
    );
    if (how === "paused") return;
    if (how === "unreached") return miss();
    if (reason === "timer" && failures === 0 && !isReadDue) return;
    const read = await pull({
      ports,
      base: () => state.base,
      meta: () => state.meta,
      commit: async (change) => {
        await commit(() => change);
      },
    });
    if (read === "paused") return pause();
    if (read !== "done") return miss(read === "failed");
    isReadDue = false;
    failures = 0;
    set({ is_reached: true });
    if (withStock(state.outbox, state.base).length > 0) await sendWithStock();
  }

  async function sendWithStock(): Promise<void> {
    await commit((outbox) => ({ put: withStock(outbox, state.base).map(waitingAgain) }));
    again ??= "timer";
  }

  function miss(isReached = false) {
    failures++;
    set({ is_reached: isReached });
  }

  /** The next round by itself: when an entry may be sent again, or after a failure. */
  function plan() {
    cancelTimer();
    cancelTimer = () => {};
    if (isClosed || state.signed_out) return;
    const now = ports.clock.now();
    // An entry made while the clock was ahead must not wait until then.
    const waits = readyEntries(state.outbox, Number.POSITIVE_INFINITY).map(({ next_try }) =>
      Math.min(Math.max(0, next_try - now), longestWait),
    );
    if (failures > 0 || state.trouble) {
      // A server that does not answer is not asked once for each entry.
      if (!state.is_reached) waits.length = 0;
      waits.push(waitAfter(failures, undefined, ports.random()));
    }
    if (waits.length === 0) return;
    const wait = Math.min(...waits);
    cancelTimer = ports.clock.after(Math.max(wait, failures > 0 ? 1_000 : 0), () => void sync("timer"));
  }

  function sync(reason: Reason): Promise<void> {
    if (isClosed || state.signed_out) return Promise.resolve();
    if (running) {
      if (urgency(reason) > urgency(again)) again = reason;
      return running;
    }
    cancelTimer();
    running = rounds(reason).finally(() => {
      running = undefined;
      plan();
    });
    return running;
  }

  async function rounds(reason: Reason): Promise<void> {
    let next: Reason | undefined = reason;
    while (next && !isClosed && !state.signed_out) {
      again = undefined;
      const now = next;
      try {
        await ports.alone("sync", () => round(now));
      } catch {
        // The store failed, and `commit` has said so in the state; what was sent is sent again with the same key.
        failures++;
      }
      // After a failure only somebody who asks is worth another try at once: they may know of a connection.
      next = failures === 0 || urgency(again) === 3 ? again : undefined;
    }
  }

  const making = (): Making => ({
    key: ports.newId(),
    user_id: ports.user_id,
    made_at: ports.clock.now(),
    app_version: ports.app_version,
  });

  const stopHearing = ports.tabs.hear(() => void hear());
  plan();

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async save(operation) {
      const { key = ports.newId() } = operation;
      const own = { ...making(), key };
      let entry: Entry | undefined;
      await commit((outbox) => {
        if (outbox.length >= maxEntries) throw new StoreError("full");
        const amended = amend(outbox, overServer(operation, state.base, outbox), own);
        entry = amended.entry;
        return amended.change;
      });
      void sync("timer");
      return entry ?? entryOf(operation, own, 0);
    },
    async settled(asked, signal) {
      const key = renamed.get(asked) ?? asked;
      const entry = state.outbox.find((one) => one.key === key);
      if (!entry) return outcomes.get(key) ?? { done: true, answer: undefined };
      if (entry.state === "needs_you") return { done: false, entry };
      return await new Promise((resolve) => {
        const own = waiting.get(key) ?? new Set();
        waiting.set(key, own.add(resolve));
        signal.addEventListener("abort", () => {
          own.delete(resolve);
          resolve(undefined);
        });
      });
    },
    async replace(key, operations) {
      await commit((outbox) => replacement(outbox, placeOf(outbox, key), operations, making));
      void sync("timer");
    },
    async giveUp(key) {
      const own = making();
      const outbox = state.outbox;
      await commit((now) => withdrawal(now, placeOf(now, key), own));
      tellOfOthers(outbox, state.outbox);
      void sync("timer");
    },
    async tryAgain(key) {
      await commit((outbox) => ({
        put: outbox
          .filter((entry) => (key === undefined ? entry.state === "needs_you" : entry.key === key))
          .map(waitingAgain),
      }));
      void sync("asked");
    },
    async tryWithStock(key, body) {
      const changed = body && { body, key: ports.newId() };
      await commit((outbox) => ({
        put: outbox
          .filter((entry) => entry.key === key)
          .map((entry) => ({ ...(changed ? asUpdate(entry) : entry), ...changed, awaits_stock: true })),
      }));
      void sync("asked");
    },
    sync: (reason) => sync(reason),
    signedIn() {
      set({ signed_out: false });
      void sync("asked");
    },
    close() {
      isClosed = true;
      cancelTimer();
      cancelReading();
      stopHearing();
      for (const key of [...waiting.keys()]) settle(key, undefined);
    },
  };
}

/** How long after a failure what another tab did is read again, in milliseconds. */
const readAgainAfter = 1_000;

/** A refused entry, to be sent as it is. Its key stays: a refusal has done nothing. */
function waitingAgain(entry: Entry): Entry {
  return { ...entry, state: "waiting", error: null, next_try: 0 };
}

/** Keeps the latest hundred values. */
function remember<Value>(values: Map<string, Value>, key: string, value: Value): void {
  values.set(key, value);
  const [oldest] = values.keys();
  if (values.size > 100 && oldest !== undefined) values.delete(oldest);
}
