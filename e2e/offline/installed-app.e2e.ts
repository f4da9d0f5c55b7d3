import { chromium } from "@playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, signIn, test } from "../kit/fixtures.ts";

test.use({ loadsAhead: true });

// What makes Rounds an app that can be installed, and what is said where it can't keep anything.

test("the manifest and its icons satisfy the browser", async ({ page }) => {
  await page.goto("/login");
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { icons, shortcuts } = JSON.parse(data ?? "{}");
  expect(shortcuts.map(({ name }: { name: string }) => name)).toEqual(["Record visit", "Doctors"]);
  const apple = { src: "/apple-touch-icon.png", sizes: "180x180", type: "image/png" };
  for (const { src, sizes, type } of [...icons, apple]) {
    const answer = await page.request.get(src);
    expect([src, answer.status(), answer.headers()["content-type"]]).toEqual([src, 200, type]);
    if (type !== "image/png") continue;
    const bytes = await answer.body();
    // A PNG begins with its header, and that with width and height (RFC 2083).
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A window without a profile on disk can't install anything.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
});

test("the account page installs the app where the browser offers it", async ({ signedIn: page }) => {
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Devices" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Install Rounds/ })).toBeHidden();
  // As Chromium on a phone does by itself.
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const prompt = async () => {
        document.title = "asked";
        return { outcome: "accepted" };
      };
      dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }));
    });
  });
  await page.reload();
  const install = page.getByRole("button", { name: "Install Rounds on this computer" });
  await install.click();
  await expect(page).toHaveTitle("asked");
  await expect(install).toBeHidden();
});

test("on an iPhone the account page shows how to install it", async ({ signedIn: page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => Object.defineProperty(navigator, "standalone", { value: false }));
  await page.goto("/account");
  await page.getByRole("button", { name: /^Install Rounds on this/ }).click();
  const sheet = page.getByRole("dialog", { name: "Install Rounds on this phone" });
  await expect(sheet.getByRole("listitem")).toHaveText([
    "Tap Share in the browser's bar.",
    "Tap Add to Home Screen, then Add.",
  ]);
  await expect(sheet).toContainText("it must sync once before it works without a connection");
  await expectAccessible(page, "the steps of installing", [1440, 390]);
});

test("an address that is not secure: Rounds says once what is missing, and everything else works", async ({
  person,
  product,
  make,
}, { project }) => {
  await make.doctor();
  const { launchOptions = {} } = project.use;
  const args = [...(launchOptions.args ?? []), "--host-resolver-rules=MAP rounds.test 127.0.0.1"];
  const browser = await chromium.launch({ ...launchOptions, args });
  try {
    const address = product.url.replace("localhost", "rounds.test");
    const page = await browser.newPage({ baseURL: address, reducedMotion: "reduce" });
    await signIn(page, person);
    await page.goto("/doctors");
    const notice = page.getByRole("complementary", { name: "This address is not secure" });
    await expect(notice).toContainText("so this phone can't keep anything without a connection");
    await expect(page.getByRole("link", { name: "Dr. Asha Rao", exact: true })).toBeVisible();
    await notice.getByText("What this means").click();
    await expect(notice).toContainText("Everything else works as before");
    await expectAccessible(page, "the notice about the address", [1440, 390]);
    await notice.getByRole("button", { name: "Close notice" }).click();
    await expect(notice).toBeHidden();
    // The file that shows it is the last thing that a page runs; by then all its code is there.
    await page.goto("/visits");
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(3_000);
    await expect(notice).toBeHidden();
  } finally {
    await browser.close();
  }
});
