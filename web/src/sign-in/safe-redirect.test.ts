import { expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

const origin = "https://rounds.example.com";

test("leads to the page requested first, with its filters", () => {
  expect(safeRedirect("/doctors?city=Pune&page=2", origin)).toEqual({
    to: "/doctors",
    search: { city: "Pune", page: "2" },
  });
});

test.each([
  undefined,
  "",
  "doctors",
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "\\\\evil.example",
  "/\t/evil.example/",
  "javascript:alert(1)",
  "/login",
  "/login?redirect=/login",
  "/login/forgot",
  "/..//evil.example",
])("%j leads to the dashboard", (asked) => {
  expect(safeRedirect(asked, origin)).toEqual({ to: "/", search: undefined });
});
