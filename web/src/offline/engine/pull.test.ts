import { digestOf } from "@rounds/domain/sync/digest.ts";
import type { SyncAnswer } from "@rounds/domain/sync/sync.ts";
import { expect, test } from "vitest";
import type { Change, Meta, Network, Ports } from "../../phone/ports.ts";
import { changedRows, noRows } from "./base.ts";
import { pull, rowsShape } from "./pull.ts";

const idOf = (at: number) => `00000000-0000-7000-8000-${at.toString(16).padStart(12, "0")}`;
const doctors = (count: number, version = 1) =>
  Array.from({ length: count }, (_, at) => ({ id: idOf(at), version })) as never[];
const none = { rows: [], count: 0, digest: null, more: null };
const answer = (more: Partial<SyncAnswer>): SyncAnswer => ({
  ...{ cursor: "2", reset: false, today: "2026-11-23", server_time: "2026-11-23T00:00:00.000Z" },
  scope: { doctors: "all", visits_since: "2026-08-25", is_cut: false },
  ...{ doctors: none, products: none, visits: none, deleted: [] },
  ...more,
});

/** Pulls once over these rows; `answers` are given one after another. */
async function pullOver(
  rows: never[],
  cursor: string,
  answers: SyncAnswer[],
  network: Partial<Network> = {},
  shape = rowsShape,
) {
  let base = changedRows(noRows, { rows: { doctors: rows } });
  let meta = cursor === "" ? null : ({ cursor, shape } as Meta);
  const queries: object[] = [];
  const changes: Change[] = [];
  const ports = {
    clock: { now: () => 0 },
    network: {
      pull: (query: object) => {
        queries.push(query);
        const body = answers.shift();
        return Promise.resolve(body ? { status: 200, body } : "none");
      },
      ...network,
    },
  } as unknown as Ports;
  const how = await pull({
    ports,
    base: () => base,
    meta: () => meta,
    commit: (change: Change) => {
      changes.push(change);
      base = changedRows(base, change);
      meta = change.meta ?? meta;
      return Promise.resolve();
    },
  });
  return { how, doctors: [...base.doctors.values()], meta, queries, changes };
}

test("the first page's cursor counts, and only once all pages are there", async () => {
  const [one, two] = doctors(2);
  const first = answer({ cursor: "5", doctors: { ...none, rows: [one as never], count: 2, more: idOf(0) } });
  const second = answer({ cursor: "6", doctors: { ...none, rows: [two as never], count: 2 } });
  const { meta, doctors: rows, queries } = await pullOver([], "1", [first, second]);
  expect(rows).toHaveLength(2);
  expect(meta?.cursor).toBe("5");
  expect(queries[1]).toMatchObject({ cursor: "1", after_doctors: idOf(0) });
  const broken = await pullOver([], "1", [first]);
  expect(broken).toMatchObject({ how: "unreached", meta: { cursor: "1" }, doctors: [{ id: idOf(0) }] });
});

test("another history takes the place of all rows, but not before it is complete", async () => {
  const first = answer({
    reset: true,
    doctors: { ...none, rows: doctors(1, 9), count: 1, more: idOf(0) },
  });
  const second = answer({ doctors: { ...none, count: 1 } });
  expect((await pullOver(doctors(3), "1", [first])).doctors).toHaveLength(3);
  expect((await pullOver(doctors(3), "1", [first, second])).doctors).toEqual(doctors(1, 9));
});

test("rows of an earlier shape are all read again, and what waits to be sent stays", async () => {
  const all = answer({ reset: true, doctors: { ...none, rows: doctors(2), count: 2 } });
  const { queries, meta, changes } = await pullOver(doctors(2), "1", [all], {}, 1);
  expect(queries).toMatchObject([{ cursor: "" }]);
  expect(meta).toMatchObject({ cursor: "2", shape: rowsShape });
  expect(changes.flatMap((change) => Object.keys(change))).toEqual(["rows", "clear", "meta"]);
});

test("an older row does not take the place of a newer one", async () => {
  const old = answer({ doctors: { ...none, rows: doctors(1, 1), count: 1 } });
  expect((await pullOver(doctors(1, 2), "1", [old])).doctors).toEqual(doctors(1, 2));
});

test("rows that are missing are read by their ids, 50 at a time, and others go", async () => {
  const asked: number[] = [];
  const all = doctors(120);
  const { doctors: rows } = await pullOver(
    doctors(121).slice(120),
    "1",
    [answer({ doctors: { ...none, count: 120 } })],
    {
      ids: () =>
        Promise.resolve({ status: 200, body: { rows: all.map(({ id, version }) => [id, version]) } }),
      rows: (_, ids) => {
        asked.push(ids.length);
        const found = all.filter(({ id }) => ids.includes(id));
        return Promise.resolve({ status: 200, body: { doctors: found, products: [], visits: [] } });
      },
    },
  );
  expect(asked).toEqual([50, 50, 20]);
  expect(rows).toEqual(all);
});

test("a row that has left the scope goes when another enters, and neither has changed", async () => {
  const [left, entered] = doctors(2);
  const { doctors: rows } = await pullOver([left as never], "1", [], {
    pull: ({ digest }) => {
      const part = { ...none, count: 1, digest: digest === "1" ? digestOf([entered as never]) : null };
      return Promise.resolve({ status: 200, body: answer({ doctors: part }) });
    },
    ids: () => Promise.resolve({ status: 200, body: { rows: [[idOf(1), 1]] } }),
    rows: () =>
      Promise.resolve({ status: 200, body: { doctors: [entered as never], products: [], visits: [] } }),
  });
  expect(rows).toEqual([entered]);
});

test("with more than 400 missing rows everything is read again", async () => {
  const all = doctors(401);
  const { queries, doctors: rows } = await pullOver(
    [],
    "1",
    [
      answer({ doctors: { ...none, count: 401 } }),
      answer({ reset: true, doctors: { ...none, rows: all, count: 401 } }),
    ],
    {
      ids: () =>
        Promise.resolve({ status: 200, body: { rows: all.map(({ id, version }) => [id, version]) } }),
    },
  );
  expect(queries).toMatchObject([{ cursor: "1" }, { cursor: "" }]);
  expect(rows).toHaveLength(401);
});

test("an answer that never ends is none", async () => {
  const endless = Array.from({ length: 50 }, () => answer({ doctors: { ...none, more: idOf(1) } }));
  const { how, queries } = await pullOver([], "1", endless);
  expect(how).toBe("failed");
  expect(queries).toHaveLength(20);
});

test.each([
  ["an ended session", 401, { code: "session_ended", message: "" }, "paused"],
  ["a second step that is asked for", 403, { code: "second_factor_needed", message: "" }, "paused"],
  ["a page of another network", 403, undefined, "unreached"],
  ["a server that has failed", 500, { code: "internal", message: "" }, "failed"],
])("%s ends the pull", async (_, status, body, how) => {
  const pulled = pullOver([], "1", [], { pull: () => Promise.resolve({ status, body: body as never }) });
  expect(await pulled).toMatchObject({ how });
});
