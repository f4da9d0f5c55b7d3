import type { Page } from "@playwright/test";
import { startIssuer, type TestIssuer } from "@rounds/auth/testing/oidc-issuer.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { freePort } from "@rounds/postgres/free-port.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { test as base, expect } from "../kit/fixtures.ts";
import { startProduct } from "../kit/product.ts";

/** A product where people sign in with their accounts at a provider that runs here too. */
const test = base.extend<{ issuer: TestIssuer; port: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  port: async ({}, use) => use(await freePort()),
  issuer: async ({ port }, use) => {
    const callback = `http://localhost:${port}/auth/v1/callback`;
    const issuer = await startIssuer({ name: "my-company", callback });
    await use(issuer);
    await issuer.close();
  },
  product: async ({ postgres, issuer, port }, use) => {
    const settings = { oidc_providers: [issuer.settings], port };
    const product = await startProduct(postgres, systemClock, settings);
    await use(product);
    await product.stop();
  },
});

const button = (page: Page) => page.getByRole("button", { name: "Continue with My Company" });
const failure = (page: Page) =>
  page.getByRole("status").filter({ hasText: "Signing in with My Company did not work" });

test("a provider signs in and leads to the page requested first; a refusal or a code of another browser does not", async ({
  page,
  product,
  issuer,
  request,
}) => {
  issuer.people.set("asha", { email: "asha@example.com", email_verified: true, name: "Asha Rao" });
  issuer.people.set("mallory", { email: "mallory@example.com", email_verified: true });

  await test.step("a code requested in another browser signs nobody in", async () => {
    const asked = new URLSearchParams({
      provider: "my-company",
      redirect_to: `${product.url}/login?provider=my-company`,
      code_challenge: "c".repeat(43),
      code_challenge_method: "s256",
    });
    const sent = await request.get(`/auth/v1/authorize?${asked}`, { maxRedirects: 0 });
    const back = await issuer.walk(sent.headers().location ?? "", "mallory");
    await page.goto(back.href);
    await expect(failure(page)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
  });

  await test.step("what the provider refused is said", async () => {
    await page.goto("/doctors?city=Pune");
    await expect(page).toHaveURL("/login?redirect=%2Fdoctors%3Fcity%3DPune");
    await expect(failure(page)).toBeHidden();
    await expectAccessible(page, "the sign-in with a provider");
    await button(page).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(failure(page)).toBeVisible();
    await expect(page).toHaveURL("/login?redirect=%2Fdoctors%3Fcity%3DPune");
  });

  await test.step("another try leads to the page", async () => {
    await button(page).click();
    await page.locator("input[name=login]").fill("asha");
    await page.locator("input[name=password]").fill("any");
    await page.getByRole("button", { name: "Sign-in" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/doctors?city=Pune");
    const account = page.getByRole("link", { name: "asha@example.com" });
    await expect(account).toBeVisible();
    await page.reload();
    await expect(account).toBeVisible();
    // What only the exchange needed is removed.
    const kept = await page.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => key.startsWith("sb-") || key.includes("verifier")),
    );
    expect(kept).toEqual([]);
  });
});
