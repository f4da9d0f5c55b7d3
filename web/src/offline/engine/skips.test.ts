import { defaultNorms } from "@rounds/domain/coverage/norms.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import { expect, test } from "vitest";
import type { Entry, Operation } from "../../phone/entry.ts";
import type { Answer, Meta } from "../../phone/ports.ts";
import { skipEntity, skipOf } from "../../phone/skip-entity.ts";
import { memoryStore } from "../testing/memory-store.ts";
import { alone, silent } from "../testing/ports.ts";
import { judge } from "./judge.ts";
import { amend, entryOf, readyEntries, refusal, replacement, withdrawal } from "./outbox.ts";
import { createPhone } from "./phone.ts";
import { skipsShown } from "./skips.ts";

const day = "2026-11-23";
const doctor_id = "00000000-0000-7000-8000-000000000001";
const entity = skipEntity({ doctor_id, day });
const skip = (reason = "on_leave", of = entity): Operation => ({
  ...{ noun: "skips", op: "create", entity: of, base: null },
  body: { day: skipOf(of).day, reason, note: null },
});
const undo: Operation = { noun: "skips", op: "delete", entity, body: null, base: null };
const newDoctor: Operation = {
  ...{ noun: "doctors", op: "create", entity: doctor_id, body: { id: doctor_id, name: "A" }, base: null },
};
const making = (key: string) => ({ key, user_id: "me", made_at: 1_700_000_000_000, app_version: "1" });
const sent = { attempts: 1 } as const;
const refused = { attempts: 1, state: "needs_you" } as const;
const entry = (operation: Operation, seq: number, more: Partial<Entry> = {}): Entry => ({
  ...entryOf(operation, making(`key${seq}`), seq),
  ...more,
});
const error = (code: string, fields?: Record<string, string>) =>
  ({ code, message: "", request_id: "", ...(fields && { fields }) }) as never;

/** The operations in the outbox after one more, in order. */
function after(outbox: Entry[], operation: Operation): string[] {
  const { put = [], done = [] } = amend(outbox, operation, making("new")).change;
  const all = new Map(outbox.map((one) => [one.seq, one]));
  for (const seq of done) all.delete(seq);
  for (const one of put) all.set(one.seq, one);
  return [...all.values()].map(({ op, body, key }) => [op, body?.reason, key].filter(Boolean).join(" "));
}

test("of what was not sent yet, the last counts", () => {
  expect(after([], skip())).toEqual(["create on_leave new"]);
  expect(after([entry(skip(), 1)], skip("other"))).toEqual(["create other key1"]);
  expect(after([entry(skip(), 1, refused)], skip("other"))).toEqual(["create other new"]);
  expect(after([entry(skip(), 1)], undo)).toEqual([]);
  expect(after([entry(skip(), 1, refused)], undo)).toEqual([]);
});

test("what may have arrived is followed, and a skip that the server has is taken back there", () => {
  expect(after([entry(skip(), 1, sent)], skip())).toEqual(["create on_leave key1", "create on_leave new"]);
  expect(after([entry(skip(), 1, sent)], undo)).toEqual(["create on_leave key1", "delete new"]);
  expect(after([], undo)).toEqual(["delete new"]);
  expect(after([entry(undo, 1)], undo)).toEqual(["delete key1"]);
  expect(after([entry(undo, 1, sent)], undo)).toEqual(["delete key1"]);
  const again = [entry(undo, 1), entry(skip(), 2)];
  expect(after([again[0] as Entry], skip())).toEqual(["delete key1", "create on_leave new"]);
  expect(after(again, undo)).toEqual(["delete key1"]);
});

test("the server may have a skip whose reason was changed after it was sent, though the change was not", () => {
  const first = entry(skip(), 1, sent);
  const { entry: changed } = amend([first], skip("other"), making("new"));
  const { entry: again } = amend([first, changed], skip("clinic_closed"), making("newer"));
  expect(after([first, again], undo)).toEqual(["create on_leave key1", "delete new"]);
  expect(after([again], undo)).toEqual(["delete new"]);
});

test("a skip waits for its new doctor, and nothing else for it or it for anything else", () => {
  const edit = entry({ ...newDoctor, op: "update" }, 1, refused);
  const visit = entry({ ...newDoctor, noun: "visits", entity: "v", body: { doctor_id } }, 3);
  const keys = (outbox: Entry[]) => readyEntries(outbox, 0).map(({ seq }) => seq);
  expect(keys([entry(newDoctor, 1), entry(skip(), 2), visit])).toEqual([1]);
  expect(keys([edit, entry(skip(), 2), visit])).toEqual([2, 3]);
  expect(keys([edit, entry(skip(), 2, refused), visit])).toEqual([3]);
});

test("goes with its doctor, and to the doctor's new id", () => {
  const outbox = [entry(newDoctor, 1, refused), entry(skip(), 2)];
  expect(amend(outbox, { ...newDoctor, op: "delete" }, making("new")).change.done).toEqual([1, 2]);
  const to = "00000000-0000-7000-8000-000000000002";
  const { put } = replacement(outbox, 1, [{ ...newDoctor, entity: to, body: { id: to } }], () => making("k"));
  expect(put?.[1]).toMatchObject({ entity: skipEntity({ doctor_id: to, day }), depends_on: [to] });
});

test("that a skip is taken back is sent before its doctor is deleted, unless it was refused", () => {
  const deletion: Operation = { ...newDoctor, op: "delete", body: null };
  const left = (undoing: Entry) => {
    const { put = [], done } = amend([undoing], deletion, making("new")).change;
    return { done, ready: readyEntries([undoing, ...put], 0).map(({ key }) => key) };
  };
  expect(left(entry(undo, 1))).toEqual({ done: [], ready: ["key1"] });
  expect(left(entry(undo, 1, refused)).done).toEqual([1]);
});

test("one that may have arrived is taken back by a request behind it", () => {
  expect(withdrawal([entry(skip(), 1, sent)], 1, making("new")).put).toMatchObject([
    { op: "delete", entity },
  ]);
});

test.each([
  ["of a day that is over", error("validation_failed", { day: "That day is over." }), true],
  ["of a doctor who is gone", error("not_found"), true],
  ["with a bad note", error("validation_failed", { note: "Too long" }), false],
  ["that is not allowed", error("not_permitted"), false],
])("nobody is asked about a skip %s if it can have no effect any more", (_, why, isDropped) => {
  const own = entry(skip(), 1, sent);
  expect(refusal([own], own, why)).toMatchObject(
    isDropped ? { done: [1] } : { put: [{ state: "needs_you" }] },
  );
});

test("the answer is that of the skip's day, perhaps of a doctor with whom the entry's was merged", () => {
  const own = entry(skip(), 1, sent);
  const is = (body: unknown) => judge(own, { status: 200, body }).is;
  expect(is({ doctor_id: "another", day })).toBe("done");
  for (const body of [undefined, "<html>", {}, { doctor_id, day: "2026-11-24" }])
    expect(is(body)).toBe("later");
  expect(judge(entry(undo, 1, sent), { status: 404, body: error("not_found") }).is).toBe("done");
});

test("the server's skips are shown with what waits over them", () => {
  const stored = {
    doctor_id,
    day,
    reason: "other",
    note: "Camp",
    created_at: "2026-11-23T05:00:00.000Z",
  } as const;
  const skips = [stored];
  expect(skipsShown(skips, [entry(newDoctor, 1)])).toBe(skips);
  expect(skipsShown(skips, [entry(skip("clinic_closed"), 1)])).toEqual([
    { ...stored, reason: "clinic_closed", note: null },
  ]);
  expect(skipsShown(skips, [entry(undo, 1)])).toEqual([]);
  const other = skipEntity({ doctor_id: "d2", day });
  const noted = { ...skip("other", other), body: { day, reason: "other", note: " Camp " } };
  expect(skipsShown(skips, [entry(undo, 1, sent), entry(skip(), 2), entry(noted, 3)])).toEqual([
    { doctor_id, day, reason: "on_leave", note: null, created_at: "2023-11-14T22:13:20.000Z" },
    { doctor_id: "d2", day, reason: "other", note: "Camp", created_at: "2023-11-14T22:13:20.000Z" },
  ]);
});

test.each([
  ["leaves nothing to send on a device that has no connection", false, []],
  ["waits behind a skip that may have arrived", true, ["create", "delete"]],
])("that a skip is taken back %s", async (_, mayReach, waiting) => {
  let ids = 0;
  const phone = await createPhone({
    ...{ user_id: "me", app_version: "1", store: memoryStore(), random: () => 0 },
    network: { ...silent, mayReach: async () => mayReach },
    clock: { now: () => 0, after: () => () => {} },
    newId: () => `key${ids++}`,
    ...alone,
  });
  await phone.save(skip());
  await phone.sync("asked");
  expect(phone.state().is_reached).toBe(false);
  await phone.save(undo);
  await phone.sync("asked");
  expect(phone.state().outbox.map(({ op }) => op)).toEqual(waiting);
});

/** A server that does each request once, as the real one, and whose answers get lost. */
function lossyServer(random: ReturnType<typeof createRandom>) {
  const skips = new Map<string, string>();
  const keys = new Set<string>();
  const handle = ({ op, entity: of, body, key }: Entry): Answer<unknown> => {
    if (!keys.has(key)) {
      if (op === "create") skips.set(of, String(body?.reason));
      else skips.delete(of);
    }
    keys.add(key);
    return { status: 200, body: { ...skipOf(of), reason: skips.get(of) } };
  };
  const copies: Entry[] = [];
  return {
    skips,
    async send(one: Entry, isCalm: boolean): Promise<Answer<unknown>> {
      if (isCalm) return handle(one);
      // A copy of an earlier request may arrive at any time.
      copies.push(one);
      if (random.chance(0.2)) handle(random.pick(copies));
      if (random.chance(0.3)) return "none";
      const answer = handle(one);
      return random.chance(0.3) ? "none" : answer;
    },
  };
}

const synced: Meta = {
  ...{ cursor: "c", shape: 1, scope: null, today: day, synced_at: 1, clock_offset: 0 },
  day_basis: { norms: defaultNorms, holidays: [], leave: [], skips: [] },
};

test("whatever gets lost or comes twice, the server has in the end what the person did last, and that always shows", async () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed);
    const server = lossyServer(random);
    let [ids, time, isCalm] = [0, 1_700_000_000_000, false];
    const store = memoryStore();
    await store.commit(() => ({ meta: synced }));
    const phone = await createPhone({
      ...{ user_id: "me", app_version: "1", store, random: random.next },
      network: { ...silent, send: (one) => server.send(one, isCalm) },
      clock: { now: () => time, after: () => () => {} },
      newId: () => uuidV7(ids++, new Uint8Array(10)),
      ...alone,
    });
    const wanted = new Map<string, string>();
    // No sync tells the server's skips: the phone takes them from its answers.
    const shown = () => {
      const { meta, outbox } = phone.state();
      const skips = skipsShown(meta?.day_basis?.skips ?? [], outbox);
      return new Map(skips.map((one) => [skipEntity(one), String(one.reason)]));
    };
    for (let step = 0; step < 12; step++) {
      const of = random.pick([entity, skipEntity({ doctor_id: "d2", day })]);
      const reason = `reason ${step}`;
      // As on the screen: who is skipped can't be skipped again.
      if (wanted.has(of) || random.chance(0.1)) {
        wanted.delete(of);
        await phone.save({ ...undo, entity: of });
      } else {
        wanted.set(of, reason);
        await phone.save(skip(reason, of));
      }
      if (random.chance(0.5)) await phone.sync("asked");
      time += 70_000;
      expect(shown(), `seed ${seed}, step ${step}`).toEqual(wanted);
    }
    isCalm = true;
    await phone.sync("asked");
    await phone.sync("asked");
    expect(phone.state().outbox, `seed ${seed}`).toEqual([]);
    expect(server.skips, `seed ${seed}`).toEqual(wanted);
  }
});
