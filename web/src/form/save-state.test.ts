import { describe, expect, test } from "vitest";
import { ApiError, unreachableError } from "../api/api-error.ts";
import { failureOf, isBusy, isOver, nextSaveState, type SaveEvent, type SaveState } from "./save-state.ts";

const refused = new ApiError(400, { code: "validation_failed", message: "Look again" });
const outage = new ApiError(0, { code: "unreachable", message: "No connection" });
const failed = (error: ApiError): SaveEvent => ({ on: "failed", error, unplaced: ["Norm: too high"] });
const after = (...events: (SaveEvent | Exclude<SaveEvent["on"], "failed">)[]) =>
  events.reduce<SaveState>(
    (state, event) => nextSaveState(state, typeof event === "string" ? { on: event } : event),
    { is: "editing" },
  );
const shown = (state: SaveState) => [isBusy(state), isOver(state), failureOf(state)?.error ?? null];

test.each<[string, SaveState, unknown[]]>([
  ["a new form", after(), [false, false, null]],
  ["one that was just sent", after("send"), [false, false, null]],
  ["one whose answer takes a moment", after("send", "show"), [true, false, null]],
  ["one that the person did not send after all", after("send", "withdraw"), [false, false, null]],
  ["one that is saved", after("send", "show", "saved"), [false, true, null]],
  ["one that was left before the answer", after("send", "leave"), [true, true, null]],
  ["one that was refused", after("send", "show", failed(refused)), [false, false, refused]],
  ["one without an answer", after("send", failed(outage)), [false, false, outage]],
  ["one that came back refused after it was left", after(failed(refused)), [false, false, refused]],
  [
    "one that was refused, and then has problems in its fields",
    after(failed(refused), "invalid"),
    [false, false, null],
  ],
  [
    "one without an answer, and then with such problems",
    after(failed(outage), "invalid"),
    [false, false, outage],
  ],
  [
    "one that somebody else's change stopped",
    after("send", failed(refused), "send", "conflict"),
    [false, false, null],
  ],
])("%s", (_, state, looks) => {
  expect(shown(state)).toEqual(looks);
});

test("an outage leaves open whether it is saved, every other failure does not", () => {
  expect(after("send", failed(outage))).toMatchObject({ is: "unknown", unplaced: ["Norm: too high"] });
  expect(after("send", failed(refused))).toMatchObject({ is: "refused", unplaced: ["Norm: too high"] });
});

test("what never left the device is not saved, unless an earlier attempt may have been", () => {
  const unsent = failed(unreachableError(true));
  expect(after("send", unsent)).toMatchObject({ is: "refused" });
  expect(after("send", failed(outage), "send", unsent)).toMatchObject({ is: "unknown" });
});

test("what failed shows until the next attempt ends", () => {
  const before = after("send", failed(outage));
  expect(failureOf(nextSaveState(before, { on: "send" }))?.error).toBe(outage);
  expect(nextSaveState(nextSaveState(before, { on: "send" }), { on: "withdraw" })).toBe(before);
  expect(failureOf(after("send", failed(outage), "send", failed(refused)))?.error).toBe(refused);
});

describe("an event that means nothing leaves the very state", () => {
  const events: SaveEvent[] = [
    ...(["send", "invalid", "withdraw", "show", "leave", "saved", "conflict"] as const).map((on) => ({ on })),
    failed(refused),
  ];
  test("a second submit while it is sent", () => {
    const sending = after("send", "show");
    expect(nextSaveState(sending, { on: "send" })).toBe(sending);
    expect(nextSaveState(sending, { on: "show" })).toBe(sending);
  });
  test("an answer to what is not sent", () => {
    const editing = after();
    for (const on of ["invalid", "withdraw", "show", "leave", "saved"] as const)
      expect(nextSaveState(editing, { on })).toBe(editing);
  });
  test("anything once it is over", () => {
    for (const over of [after("send", "saved"), after("send", "leave")])
      for (const event of events) expect(nextSaveState(over, event)).toBe(over);
  });
});
