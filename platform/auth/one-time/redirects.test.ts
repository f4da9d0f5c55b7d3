import { describe, expect, test } from "vitest";
import { allowedRedirect, withFragment, withQuery } from "./redirects.ts";

const config = {
  public_url: "https://rounds.example",
  redirect_allow_list: [
    "https://*.partner.example/back",
    "https://any.example/**",
    "rounds-app://callback",
    "https://{one,two}.example/?",
  ],
};

describe("a link may lead to", () => {
  test.each([
    "https://rounds.example",
    "https://rounds.example/",
    "https://rounds.example/new-password?x=1#y",
    "https://a.partner.example/back",
    "https://any.example/a/b.html?c=d",
    "rounds-app://callback",
    "https://one.example/a",
    "https://two.example/b",
  ])("%s", (asked) => {
    expect(allowedRedirect(config, asked)).toBe(asked);
  });
});

describe("a link leads to the product instead of", () => {
  test.each([
    undefined,
    "",
    "/visits",
    "//evil.example",
    "https://evil.example",
    "http://rounds.example",
    "https://rounds.example:8443/",
    "https://rounds.example.evil.example",
    "https://rounds.example@evil.example",
    "https://user@rounds.example/",
    "https://evil.example\\@rounds.example",
    "https://rounds.example\\.evil.example",
    "https://rounds.example/\r\nSet-Cookie: a=b",
    "https://a.b.partner.example/back",
    "https://partner.example/back",
    "https://a.partner.example/back/more",
    "https://a.partner.example/back?more",
    "https://evil.example/#https://any.example/",
    "https://evil.example/?https://any.example/",
    "https://anyXexample/",
    "https://three.example/a",
    "https://one.example/ab",
    "https://10.0.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://[2001:db8::1]/",
    "javascript:alert(1)",
    "data:text/html,hello",
    "rounds-app://callback.evil",
    "http://localhost/",
  ])("%j", (asked) => {
    expect(allowedRedirect(config, asked)).toBe("https://rounds.example");
  });

  test("numeric hosts, whatever the list says", () => {
    const wide = { ...config, redirect_allow_list: ["**"] };
    expect(allowedRedirect(wide, "https://anything.example/")).toBe("https://anything.example/");
    expect(allowedRedirect(wide, "https://10.0.0.1/")).toBe(config.public_url);
    expect(allowedRedirect(wide, "https://[2001:db8::1]/")).toBe(config.public_url);
    expect(allowedRedirect(wide, "javascript:alert(1)")).toBe(config.public_url);
  });
});

test("on loopback any port of the same host", () => {
  const local = { public_url: "http://localhost:3000", redirect_allow_list: [] };
  expect(allowedRedirect(local, "http://localhost:5173/x")).toBe("http://localhost:5173/x");
  expect(allowedRedirect(local, "https://localhost:3000/x")).toBe("http://localhost:3000");
  expect(allowedRedirect(local, "http://127.0.0.1:3000/x")).toBe("http://localhost:3000");
});

test("adds values to fragment and query besides the existing ones", () => {
  expect(withFragment("https://a.example/b?c=d#old", { e: "f g" })).toBe("https://a.example/b?c=d#e=f+g");
  expect(withQuery("https://a.example/b?c=d", { code: "1" })).toBe("https://a.example/b?c=d&code=1");
  expect(withFragment("rounds-app://callback", { a: "b" })).toBe("rounds-app://callback#a=b");
});

test("a glob with many wildcards takes no longer for an address that almost matches", () => {
  const redirect_allow_list = ["https://any.example/**a**a**a**a**a**!"];
  const asked = `https://any.example/${"a".repeat(1900)}`;
  const check = (address: string) => allowedRedirect({ ...config, redirect_allow_list }, address);
  for (let time = 0; time < 20; time++) expect(check(asked)).toBe(config.public_url);
  expect(check(`${asked}!`)).toBe(`${asked}!`);
});
