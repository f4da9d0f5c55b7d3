import { afterEach, describe, expect, test, vi } from "vitest";
import { wasKept } from "../api/phone/kept.ts";
import type { Entry, Operation } from "../phone/entry.ts";
import type { Outcome, Phone, PhoneState } from "../phone/phone-state.ts";
import type { Answer } from "../phone/ports.ts";
import { skipEntity } from "../phone/skip-entity.ts";
import { noRows } from "./engine/base.ts";
import { entryOf, maxEntries } from "./engine/outbox.ts";
import { createPhone } from "./engine/phone.ts";
import { memoryStore } from "./testing/memory-store.ts";
import { alone, silent } from "./testing/ports.ts";
import { writeHere } from "./write-here.ts";

const id = "00000000-0000-7000-8000-000000000001";
const plan = {
  id,
  version: 3,
  doctor_id: "d",
  visit_date: "2026-11-24",
  status: "scheduled",
  notes: "Old",
  sales: [],
};
const completion: Operation = {
  ...{ noun: "visits", op: "complete", entity: id, base: null, key: "own" },
  body: { visit_date: "2026-11-25", notes: "Seen", items: [] },
};
const making = { key: "own", user_id: "me", made_at: 0, app_version: "1" };

/** Completes the plan on a phone that shows it like this and has this outbox; every entry is done at once. */
async function complete(shown: object | undefined, outbox: Entry[] = []) {
  const rows = { ...noRows, visits: new Map(shown && [[id, shown]]) };
  const saved: Operation[] = [];
  const state = { rows, base: rows, outbox, is_reached: true, signed_out: false } as unknown as PhoneState;
  const outcome: Outcome = { done: true, answer: { id, from: "phone" } };
  const phone = {
    state: () => state,
    save: async (operation: Operation) => {
      saved.push(operation);
      return entryOf(operation, making, 1);
    },
    settled: async () => outcome,
    subscribe: () => () => {},
  } as unknown as Phone;
  const direct = vi.fn(async () => ({ id, from: "server" }));
  const here = { phone, answers: { answer: () => undefined } as never, person: "me" };
  const answer = await writeHere(here, completion, direct).catch((error: unknown) => error);
  return { answer, saved };
}

test("a completion is kept on the phone first, with the plan as the person saw it", async () => {
  const { answer, saved } = await complete(plan);
  expect(answer).toMatchObject({ from: "phone" });
  expect(saved).toEqual([{ ...completion, base: plan }]);
});

test("of what is no plan here, or is not known here, the server decides", async () => {
  for (const shown of [undefined, { ...plan, status: "completed" }]) {
    const { answer, saved } = await complete(shown);
    expect(answer).toMatchObject({ from: "server" });
    expect(saved).toEqual([]);
  }
});

test("the same completion that still waits is not made twice, and another one is refused", async () => {
  const waiting = entryOf({ ...completion, base: plan as never }, making, 1);
  const done = { ...plan, status: "completed", notes: "Old\nSeen" };
  const again = await complete(done, [waiting]);
  expect(again).toMatchObject({ answer: { from: "phone" }, saved: [] });
  const other = await complete(done, [{ ...waiting, key: "another" }]);
  expect(other).toMatchObject({ answer: { code: "changed_meanwhile" }, saved: [] });
});

describe("a skip", () => {
  const entity = skipEntity({ doctor_id: "d", day: "2026-11-24" });
  const skip: Operation = { noun: "skips", op: "create", entity, body: { reason: "other" }, base: null };
  const undo: Operation = { ...skip, op: "delete", body: null };
  const late = {
    code: "validation_failed",
    message: "Over",
    request_id: "",
    fields: { day: "Over" },
  } as const;
  afterEach(() => void vi.unstubAllGlobals());

  /** A phone whose server answers a skip like this. */
  async function phoneAnswering(answer: Answer<unknown>, turn = alone.alone) {
    const store = memoryStore();
    const phone = await createPhone({
      ...{ user_id: "me", app_version: "1", store, random: () => 0, newId: () => "key" },
      network: { ...silent, send: async () => answer },
      clock: { now: () => 0, after: () => () => {} },
      ...{ ...alone, alone: turn },
    });
    const here = { phone, answers: { answer: () => undefined } as never, person: "me" };
    return {
      ...{ phone, store },
      write: (operation: Operation) => writeHere(here, operation, () => Promise.resolve("direct")),
    };
  }

  test("waits without a connection, and leaves nothing to send if it is taken back before it was sent", async () => {
    const persist = vi.fn(async () => false);
    vi.stubGlobal("navigator", { onLine: false, storage: { persist } });
    const { phone, write } = await phoneAnswering("none", () => new Promise(() => {}));
    expect([wasKept(await write(skip)), phone.state().outbox.length]).toEqual([true, 1]);
    expect([wasKept(await write(undo)), phone.state().outbox.length]).toEqual([false, 0]);
    await write(skip);
    // The browser is asked once not to clear what waits.
    expect(persist).toHaveBeenCalledTimes(1);
  });

  test("goes to the server directly while too much waits", async () => {
    const { phone, store, write } = await phoneAnswering("none", () => new Promise(() => {}));
    const others = Array.from({ length: maxEntries }, (_, n) =>
      entryOf({ ...skip, entity: `${n}` }, making, n + 1),
    );
    await store.commit(() => ({ put: others }));
    expect(await write(skip)).toBe("direct");
    expect([phone.state().trouble, store.kept().outbox]).toEqual(["full", others]);
  });

  test("of a day that is over is refused in the form, and does not wait for anybody", async () => {
    const { phone, write } = await phoneAnswering({ status: 400, body: late });
    await expect(write(skip)).rejects.toMatchObject({ fields: { day: "Over" } });
    expect(phone.state().outbox).toEqual([]);
  });

  test("that is taken back waits too, though nobody entered a row", async () => {
    const { phone, write } = await phoneAnswering({ status: 503, body: {} });
    expect(wasKept(await write(undo))).toBe(true);
    expect(phone.state().outbox).toMatchObject([{ noun: "skips", op: "delete", state: "waiting" }]);
  });
});
