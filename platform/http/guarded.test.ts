import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { guarded } from "./guarded.ts";

function listening(handle: (name: string) => unknown) {
  const logged: unknown[] = [];
  const recovered: string[] = [];
  const log = { error: (details: unknown, what?: string) => void logged.push([details, what]) };
  const events = new EventEmitter();
  events.on(
    "opened",
    guarded(log, "it went wrong", handle, (name) => void recovered.push(name)),
  );
  return { events, logged, recovered };
}

test.each([
  [
    "throws",
    () => {
      throw new Error("no");
    },
  ],
  [
    "rejects",
    async () => {
      throw new Error("no");
    },
  ],
])(
  "a handler that %s does not end the process: the error is logged, and its work is dropped",
  async (_, handle) => {
    const { events, logged, recovered } = listening(handle);
    events.emit("opened", "a socket");
    await Promise.resolve();
    expect(logged).toEqual([[{ err: new Error("no") }, "it went wrong"]]);
    expect(recovered).toEqual(["a socket"]);
  },
);

test("a working handler is only called", async () => {
  const called: string[] = [];
  const { events, logged, recovered } = listening((name) => called.push(name));
  events.emit("opened", "a socket");
  expect([called, logged, recovered]).toEqual([["a socket"], [], []]);
});
