import { EventEmitter } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createBodies } from "./bodies.ts";

function aRequest(headers: IncomingHttpHeaders) {
  const response = new EventEmitter();
  // What is used of them.
  return { request: { headers } as IncomingMessage, response: response as unknown as ServerResponse };
}

test("counts bodies by their length, one of unknown length as the longest, and short ones not at all", () => {
  const { tryEnter } = createBodies({ at_once: 200, longest: 100, free: 10 });
  const enter = (headers: IncomingHttpHeaders, key = "asha") => {
    const { request, response } = aRequest(headers);
    return { fits: tryEnter(key, request, response), end: () => response.emit("close") };
  };
  const first = enter({ "content-length": "90" });
  const second = enter({ "transfer-encoding": "chunked" });
  expect([first.fits, second.fits]).toEqual([true, true]);
  expect(enter({ "content-length": "11" }).fits).toBe(false);
  expect(enter({ "content-length": "11" }, "ravi").fits).toBe(true);
  for (const length of ["10", "101", undefined]) expect(enter({ "content-length": length }).fits).toBe(true);
  second.end();
  expect(enter({ "content-length": "100" }).fits).toBe(true);
  expect(enter({ "transfer-encoding": "chunked" }).fits).toBe(false);
  first.end();
  expect(enter({ "transfer-encoding": "chunked" }).fits).toBe(true);
});
