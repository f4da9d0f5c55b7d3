import { chromium } from "@playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, signIn, test } from "../kit/fixtures.ts";
import { goInside } from "../kit/screen.ts";

// What makes Rounds an app that can be installed, and what is said where it can't keep anything.

test("the manifest and its icons satisfy the browser, and the account page installs the app or shows how", async ({
  signedIn: page,
  context,
}) => {
  const install = page.getByRole("button", { name: /^Install Rounds/ });
  await page.goto("/account");

  await test.step("the manifest", async () => {
    const devtools = await context.newCDPSession(page);
    const { errors, data } = await devtools.send("Page.getAppManifest");
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
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // A window without a profile on disk can't install anything.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  });

  await test.step("where the browser offers it, the page installs it", async () => {
    await expect(page.getByRole("heading", { name: "Devices" })).toBeVisible();
    await expect(install).toBeHidden();
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
    await page.getByRole("button", { name: "Install Rounds on this computer" }).click();
    await expect(page).toHaveTitle("asked");
    await expect(install).toBeHidden();
  });

  await test.step("on an iPhone the page shows how to install it", async () => {
    await page.evaluate(() => Object.defineProperty(navigator, "standalone", { value: false }));
    await goInside(page, "/doctors");
    await goInside(page, "/account");
    await install.click();
    const sheet = page.getByRole("dialog", { name: "Install Rounds on this phone" });
    await expect(sheet.getByRole("listitem")).toHaveText([
      "Tap Share in the browser's bar.",
      "Tap Add to Home Screen, then Add.",
    ]);
    await expect(sheet).toContainText("it must sync once before it works without a connection");
    await expectAccessible(page, "the steps of installing", [1440, 390]);
  });
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
    const page = await browser.newPage({ baseURL: address });
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
