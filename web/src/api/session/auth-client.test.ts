import { afterEach, expect, test, vi } from "vitest";

const network = vi.fn(async (_url: string, _init?: RequestInit) => Response.json({}, { status: 400 }));

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

/** The headers that a page with this `api-key` element sends to the auth service. */
async function sentBy(key: string): Promise<Headers> {
  vi.resetModules();
  vi.stubGlobal("fetch", network.mockClear());
  const element = document.createElement("meta");
  element.name = "api-key";
  element.content = key;
  document.head.append(element);
  const { auth } = await import("./auth-client.ts");
  await auth.signInWithPassword({ email: "asha@example.com", password: "correct horse" });
  expect(network).toHaveBeenCalled();
  return new Headers(network.mock.calls[0]?.[1]?.headers);
}

test("the auth client sends the key of the page's settings, or none", async () => {
  expect((await sentBy("publishable-key-of-this-test")).get("apikey")).toBe("publishable-key-of-this-test");
  document.head.replaceChildren();
  expect((await sentBy("")).has("apikey")).toBe(false);
});
