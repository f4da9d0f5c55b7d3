import { expect, test } from "vitest";
import { ApiError, answerError, asApiError, unreachableError } from "./api-error.ts";

test("our own answers keep code, message, fields and request id", () => {
  const error = answerError(400, {
    code: "validation_failed",
    message: "Some fields need your attention.",
    fields: { name: "Please enter the doctor's name" },
    request_id: "r-1",
  });
  expect(error).toMatchObject({
    status: 400,
    code: "validation_failed",
    message: "Some fields need your attention.",
    fields: { name: "Please enter the doctor's name" },
    details: {},
    request_id: "r-1",
    retryable: false,
  });
});

test("a newer server's code that this page does not know keeps its message", () => {
  const body = { code: "on_holiday", message: "The company is closed today.", request_id: "r-1" };
  expect(answerError(409, body)).toMatchObject(body);
});

test.each([
  [502, "<html>Bad gateway</html>", "unavailable", true],
  [500, undefined, "internal", true],
  [429, { error: "slow down" }, "too_many_requests", true],
  [404, null, "not_found", false],
  [418, { code: "teapot", message: "short and stout" }, "malformed_request", false],
])("an answer %d that is not ours gets its error from the status", (status, body, code, retryable) => {
  expect(answerError(status, body)).toMatchObject({ status, code, retryable, fields: {} });
});

test("any other thrown value becomes an ApiError", () => {
  const unreachable = unreachableError();
  expect(asApiError(unreachable)).toBe(unreachable);
  expect(unreachable.retryable).toBe(true);
  expect(asApiError(new TypeError("x is undefined"))).toBeInstanceOf(ApiError);
  expect(asApiError(new TypeError("x is undefined")).message).not.toContain("undefined");
});
