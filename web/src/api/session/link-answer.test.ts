import { afterEach, expect, test } from "vitest";
import { hideLinkSession, readLinkAnswer } from "./link-answer.ts";

const open = (address: string) => history.replaceState({ key: "kept" }, "", address);
const shown = () => location.pathname + location.search + location.hash;
afterEach(() => open("/"));

test("a page that no link opened has no answer, and keeps its address", () => {
  open("/doctors?search=error&code=1#main");
  expect(readLinkAnswer()).toBeUndefined();
  expect(shown()).toBe("/doctors?search=error&code=1#main");
});

test("a session stays in the address for the auth client", () => {
  open("/visits?page=2#access_token=a&refresh_token=b&type=magiclink");
  expect(readLinkAnswer()).toEqual({ kind: "session", type: "magiclink" });
  expect(shown()).toBe("/visits?page=2#access_token=a&refresh_token=b&type=magiclink");
});

test.each(["recovery", "invite"])(
  "after a mail for %s a password is chosen, wherever its link led",
  (type) => {
    open(`/?redirect=%2Fvisits#access_token=a&type=${type}`);
    expect(readLinkAnswer()).toEqual({ kind: "session", type });
    expect(shown()).toBe(`/new-password?redirect=%2Fvisits#access_token=a&type=${type}`);
  },
);

test.each([
  "/doctors?search=rao#error=access_denied&error_code=otp_expired&error_description=Too+old&sb=",
  "/doctors?search=rao&error=access_denied&error_code=otp_expired&error_description=Too+old&sb=",
])("reports a failure and removes it from the address: %s", (address) => {
  open(address);
  expect(readLinkAnswer()).toEqual({ kind: "failed", code: "otp_expired", message: "Too old" });
  expect(shown()).toBe("/doctors?search=rao");
  expect(history.state).toEqual({ key: "kept" });
});

test("reports a message and removes it from the address", () => {
  open("/account#message=Confirm+the+other+one&sb=");
  expect(readLinkAnswer()).toEqual({ kind: "message", text: "Confirm the other one" });
  expect(shown()).toBe("/account");
});

test("takes a session's tokens out of the address", () => {
  open("/visits?page=2#access_token=a&refresh_token=b");
  hideLinkSession();
  expect(shown()).toBe("/visits?page=2");
});

test("takes a provider's code out of the address, but only one that names the provider", () => {
  open("/login?redirect=%2Fvisits&provider=corp&code=abc");
  expect(readLinkAnswer()).toEqual({ kind: "code", code: "abc", provider: "corp" });
  expect(shown()).toBe("/login?redirect=%2Fvisits");
});

test("reports a provider's refusal with its name", () => {
  open("/login?provider=corp&error=invalid_request&error_code=bad_oauth_callback&error_description=No");
  expect(readLinkAnswer()).toEqual({
    kind: "failed",
    code: "bad_oauth_callback",
    message: "No",
    provider: "corp",
  });
  expect(shown()).toBe("/login");
});
