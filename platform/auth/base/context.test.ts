import { expect, test } from "vitest";
import { clientOf } from "./context.ts";

test("a client that has left in the middle of its request has no address, which is not an error", () => {
  expect(clientOf(undefined, "Firefox")).toEqual({ ip: null, user_agent: "Firefox" });
  expect(clientOf("fe80::1%eth0", undefined)).toEqual({ ip: "fe80::1", user_agent: null });
});
