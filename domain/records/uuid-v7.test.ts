import { expect, test } from "vitest";
import { uuidV7 } from "./uuid-v7.ts";

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

test("gives the example of RFC 9562, appendix A.6", () => {
  // Tuesday, 22 February 2022, 14:22:22.00 in GMT-05:00, with the random bits CC3 and 18C4DC0C0C07398F.
  const random = bytesOf("0cc318c4dc0c0c07398f");
  expect(uuidV7(0x017f_22e2_79b0, random)).toBe("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
});

test("keeps its version and variant whatever the random bits are", () => {
  expect(uuidV7(1, bytesOf("ffffffffffffffffffff"))).toBe("00000000-0001-7fff-bfff-ffffffffffff");
  expect(uuidV7(1, new Uint8Array(10))).toBe("00000000-0001-7000-8000-000000000000");
});

test("later ids sort later", () => {
  const random = bytesOf("ffffffffffffffffffff");
  expect(uuidV7(1_750_000_000_001, new Uint8Array(10)) > uuidV7(1_750_000_000_000, random)).toBe(true);
});
