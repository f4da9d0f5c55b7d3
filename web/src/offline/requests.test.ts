import "fake-indexeddb/auto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endOf, resultOf } from "./requests.ts";

let database: IDBDatabase;
beforeAll(async () => {
  const request = indexedDB.open("requests");
  request.onupgradeneeded = () => request.result.createObjectStore("rows");
  database = await resultOf(request);
});
afterAll(() => database.close());

const begin = () => {
  const write = database.transaction("rows", "readwrite");
  return { write, rows: write.objectStore("rows") };
};

test("several requests are made one after another in one transaction, which ends once it is complete", async () => {
  const { write, rows } = begin();
  const end = endOf(write);
  expect(await resultOf(rows.put("first", 1))).toBe(1);
  expect(await resultOf(rows.get(1))).toBe("first");
  await end;
  expect(() => rows.get(1)).toThrow();
});

test("a request that fails tells why, and its transaction does too", async () => {
  const { write, rows } = begin();
  const end = endOf(write);
  const failed = resultOf(rows.add("again", 1));
  await expect(failed).rejects.toMatchObject({ name: "ConstraintError" });
  await expect(end).rejects.toMatchObject({ name: "ConstraintError" });
});

test("a transaction that is aborted without an error is not taken for complete", async () => {
  const { write, rows } = begin();
  const end = endOf(write);
  const unheard = resultOf(rows.put("other", 1));
  write.abort();
  await expect(unheard).rejects.toMatchObject({ name: "AbortError" });
  await expect(end).rejects.toMatchObject({ name: "AbortError" });
  expect(await resultOf(begin().rows.get(1))).toBe("first");
});
