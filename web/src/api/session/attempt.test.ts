import { afterEach, expect, test, vi } from "vitest";
import { attempt, wasSentJustNow, wordsOf } from "./attempt.ts";

const answers = vi.fn<() => Promise<Response>>();
vi.stubGlobal("fetch", () => answers());
afterEach(() => void answers.mockReset());

const refusal = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  Response.json(
    { code, message },
    { status, headers: { "x-supabase-api-version": "2024-01-01", ...headers } },
  );
const askForMail = () => attempt((auth) => auth.resetPasswordForEmail("asha@example.com"));

test("gives what the service answered", async () => {
  answers.mockResolvedValueOnce(Response.json({}));
  expect(await askForMail()).toEqual({ data: {} });
});

test("says that the server can't be reached, or that it failed", async () => {
  answers.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect((await askForMail()).problem).toMatchObject({
    code: "unreachable",
    message: "The server can't be reached. Please check your connection and try again.",
  });
  answers.mockResolvedValueOnce(refusal(500, "unexpected_failure", "{}"));
  expect((await askForMail()).problem).toMatchObject({
    code: "failed",
    message: "Something went wrong on our side. Please try again.",
  });
});

test("returns a limit's seconds, and whether a mail was sent already", async () => {
  const interval = "For security purposes, you can only request this after 42 seconds.";
  answers.mockResolvedValueOnce(
    refusal(429, "over_email_send_rate_limit", interval, { "retry-after": "42" }),
  );
  const { problem: early } = await askForMail();
  expect(early).toMatchObject({ code: "over_email_send_rate_limit", wait: 42 });
  expect(early && [wasSentJustNow(early), wordsOf(early)]).toEqual([
    true,
    "A mail went out less than a minute ago.",
  ]);

  answers.mockResolvedValueOnce(
    refusal(429, "over_email_send_rate_limit", "email rate limit exceeded", { "retry-after": "600" }),
  );
  const { problem: many } = await askForMail();
  expect(many && [many.wait, wasSentJustNow(many), wordsOf(many)]).toEqual([
    600,
    false,
    "The server has sent as many mails as it may for now.",
  ]);

  answers.mockResolvedValueOnce(refusal(429, "over_request_rate_limit", "Request rate limit reached"));
  const { problem: often } = await askForMail();
  expect(often && [often.wait, wordsOf(often)]).toEqual([0, "That was tried too often."]);
});

test("keeps the service's words where people can understand them", async () => {
  const message = "Unable to validate email address: invalid format";
  answers.mockResolvedValueOnce(refusal(400, "validation_failed", message));
  const { problem } = await askForMail();
  expect(problem && wordsOf(problem)).toBe(message);
});
