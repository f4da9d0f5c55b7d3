import { beforeEach, expect, test } from "vitest";
import type { Operation } from "../../phone/entry.ts";
import { openPhoneWith, setPhone, write } from "./phone-slot.ts";

const operation: Operation = { noun: "doctors", op: "create", entity: "d", body: { id: "d" }, base: null };
const direct = async () => "directly";
const slot = {
  phone: { subscribe: () => () => {} },
  write: async () => "by the phone",
} as never;

beforeEach(() => {
  setPhone(undefined);
  openPhoneWith(async () => {});
});

test("what is saved before the phone is open waits for it", async () => {
  openPhoneWith(async () => setPhone(slot));
  expect(await write(operation, direct)).toBe("by the phone");
});

test("without a phone, or one that can't be opened, it is sent directly", async () => {
  expect(await write(operation, direct)).toBe("directly");
  openPhoneWith(() => Promise.reject(new Error("no code")));
  expect(await write(operation, direct)).toBe("directly");
});
