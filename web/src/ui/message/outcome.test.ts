import { expect, test } from "vitest";
import { ApiError, unreachableError } from "../../api/api-error.ts";
import { isUncertain, outcomeWords } from "./outcome.ts";

const words = (error: ApiError) => outcomeWords(error, "This was not undone.", "this was undone");

test("what the server refused was not done; without its answer nobody knows, unless nothing was sent", () => {
  const unknown = "It is not known whether this was undone.";
  expect(words(unreachableError())).toBe(unknown);
  expect(words(unreachableError(true))).toBe("This was not undone.");
  expect(words(new ApiError(503, { code: "unavailable", message: "" }))).toBe(unknown);
  expect(words(new ApiError(409, { code: "changed_meanwhile", message: "" }))).toBe("This was not undone.");
  expect(words(new ApiError(500, { code: "internal", message: "" }))).toBe("This was not undone.");
});

test("what an earlier attempt may have done stays unknown until an answer", () => {
  expect(isUncertain(unreachableError(true), true)).toBe(true);
  expect(isUncertain(unreachableError(), false)).toBe(true);
  expect(isUncertain(new ApiError(409, { code: "changed_meanwhile", message: "" }), true)).toBe(false);
});
