import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { withoutDatabase } from "../kit/phone-store.ts";
import { expectNoSidewaysScroll, goInside, message, messages, rowsOf } from "../kit/screen.ts";
import { breakTable } from "../kit/trouble.ts";

// With motion, as the drawer has it.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });
const link = (page: Page, name: string) => menu(page).getByRole("link", { name, exact: true });
const empty = (page: Page) => page.getByText("No doctors added yet.");

test("the frame of every screen: sidebar or drawer, keys, theme, and the way to the content", async ({
  signedIn: page,
  person,
}) => {
  await test.step("the sidebar is fixed on large screens and marks the current screen", async () => {
    await page.goto("/");
    await expect(page.getByText(`Welcome, ${person.email}`)).toBeVisible();
    await expect(page.getByRole("button", { name: "Open menu" })).toBeHidden();
    await expect(page.getByRole("navigation", { name: "Tabs" })).toBeHidden();
    await expect(menu(page)).toContainText("Rounds");
    for (const [name, path, title] of [
      ["Doctors", "/doctors", "Doctors · Rounds"],
      ["Visits", "/visits", "Doctor Visits · Rounds"],
      ["Products", "/products", "Products · Rounds"],
      ["Sales", "/sales", "Sales Analytics · Rounds"],
      ["Inventory", "/inventory", "Inventory · Rounds"],
      ["Coverage", "/coverage", "Coverage · Rounds"],
      ["Dashboard", "/", /^Dashboard.* · Rounds$/],
    ] as const) {
      await link(page, name).click();
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(title);
      await expect(link(page, name)).toHaveAttribute("aria-current", "page");
      await expect(menu(page).getByRole("listitem").locator("[aria-current=page]")).toHaveCount(1);
    }
    // A screen below a list belongs to it.
    await goInside(page, "/doctors/add");
    await expect(link(page, "Doctors")).toHaveAttribute("aria-current", "page");
  });

  await test.step("keys lead to every list, to a new record and to the search, but not while typing", async () => {
    await goInside(page, "/");
    await expect(page.getByText("No visits in this period")).toBeVisible();
    for (const [key, path] of [
      ["d", "/doctors"],
      ["p", "/products"],
      ["v", "/visits"],
    ] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await expect(page).toHaveURL(path);
    }
    await expect(page.getByText("No visits recorded yet")).toBeVisible();
    await page.keyboard.press("/");
    await expect(page.getByLabel("Search", { exact: true })).toBeFocused();
    await page.keyboard.type("gdn?");
    await expect(page.getByLabel("Search", { exact: true })).toHaveValue("gdn?");
    await expect(page).toHaveURL("/visits?search=gdn%3F");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(help).toContainText("Search this list");
    await page.keyboard.press("n");
    await expect(page).toHaveURL("/visits");
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await page.keyboard.press("n");
    await expect(page).toHaveURL("/visits/add");
  });

  await test.step("the theme follows the system until one is chosen", async () => {
    const root = page.locator("html");
    const theme = page.getByRole("combobox", { name: "Theme" });
    await goInside(page, "/doctors");
    await expect(root).toHaveAttribute("data-theme", "light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(root).toHaveAttribute("data-theme", "dark");
    await theme.selectOption("Light theme");
    await expect(root).toHaveAttribute("data-theme", "light");
    await page.reload();
    await expect(empty(page)).toBeVisible();
    await expect(root).toHaveAttribute("data-theme", "light");
    await theme.selectOption("System theme");
    await expect(root).toHaveAttribute("data-theme", "dark");
  });

  await test.step("the keyboard skips to the content", async () => {
    await page.reload();
    await expect(empty(page)).toBeVisible();
    const main = page.getByRole("main");
    // Its code is loaded after the list.
    await expect(main.getByRole("button", { name: "Views" })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    await page.keyboard.press("Enter");
    await expect(main).toBeFocused();
    // Back still leads to the screen before.
    expect(await entries()).toBe(before);
    for (const [role, name] of [
      ["button", "Views"],
      // These can't be pressed for an empty list, and say so.
      ["button", "Export"],
      ["button", "Select"],
      ["button", "Print"],
      ["link", "Add Doctor"],
    ] as const) {
      await page.keyboard.press("Tab");
      await expect(main.getByRole(role, { name, exact: true }).first()).toBeFocused();
    }
  });

  await test.step("the sidebar is a drawer on small screens, closed by backdrop, button, link and Escape", async () => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await goInside(page, "/doctors");
    await expect(menu(page)).toBeHidden();
    const drawer = page.getByRole("dialog", { name: "Menu" });
    const open = page.getByRole("button", { name: "Open menu" });
    const closings = [
      () => page.mouse.click(700, 600),
      () => drawer.getByRole("button", { name: "Close menu" }).click(),
      () => page.keyboard.press("Escape"),
    ];
    for (const close of closings) {
      await open.click();
      await expect(link(page, "Visits")).toBeVisible();
      await close();
      await expect(drawer).toBeHidden();
      await expect(open).toBeFocused();
      await expect(page).toHaveURL("/doctors");
    }
    await open.click();
    await link(page, "Products").click();
    await expect(page).toHaveURL("/products");
    await expect(drawer).toBeHidden();
    // A tablet that is turned has the sidebar instead, and a page that can be used.
    await open.click();
    await expect(link(page, "Visits")).toBeVisible();
    await page.setViewportSize({ width: 1180, height: 820 });
    await link(page, "Visits").click();
    await expect(page).toHaveURL("/visits");
  });
});

test("a toast appears at the top right for 3 seconds, longer while the pointer is on it, and within reach of a dialog", async ({
  signedIn: page,
  make,
  product,
}) => {
  await make.doctor();
  await withoutDatabase(page);

  await test.step("for 3 seconds", async () => {
    await page.clock.install();
    await page.goto("/doctors/add");
    const toast = messages(page);
    const submit = page.getByRole("button", { name: "Add Doctor" });
    await expect(submit).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    await submit.click();
    await expect(toast).toHaveText("Please enter the doctor's nameError adding doctor. Please try again.");
    const box = await toast.boundingBox();
    expect(box?.y).toBeLessThan(100);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1280);
    await page.clock.runFor(2900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toBeHidden();

    await submit.click();
    await toast.hover();
    await page.clock.runFor(10_000);
    await expect(toast).toBeVisible();
    await page.getByRole("button", { name: "Close message" }).click();
    await expect(toast).toBeHidden();
  });

  await test.step("while a dialog is open", async () => {
    await page.clock.resume();
    await goInside(page, "/doctors");
    await page.getByRole("button", { name: "Delete Dr. Asha Rao" }).click();
    const confirm = page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true });
    await expect(confirm).toBeEnabled();
    await breakTable(product, "sales");
    await confirm.click();
    await expect(message(page, /^Error deleting doctor: /)).toBeVisible();
    await page.getByRole("button", { name: "Close message" }).click();
    await expect(message(page, /^Error deleting doctor: /)).toHaveCount(0);
    await expect(page.getByRole("alertdialog")).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a long message is as wide as the window while one types, and so covers less of the form", async ({
    signedIn: page,
  }) => {
    await page.goto("/doctors/add");
    await page.getByRole("button", { name: "Add Doctor" }).tap();
    const alert = messages(page);
    await alert.hover();
    const before = await alert.boundingBox();
    await page.evaluate(() => document.documentElement.toggleAttribute("data-keyboard", true));
    const typing = await alert.boundingBox();
    expect([typing?.x, typing?.width]).toEqual([4, 382]);
    expect(typing?.height).toBeLessThan(before?.height ?? 0);
  });

  test("lists are cards, filters one tap away, and going back keeps the place", async ({
    signedIn: page,
    make,
  }) => {
    for (let number = 10; number <= 20; number++) {
      await make.doctor({ name: `Dr. ${number}`, hospital: "Ruby Hall", doctor_class: "A" });
    }
    await page.goto("/doctors");
    const cards = page.getByRole("list", { name: "Doctors" }).getByRole("listitem");
    await expect(cards).toHaveCount(10);
    await expect(rowsOf(page, "Doctors")).toHaveCount(0);
    await expect(page.getByRole("combobox", { name: "Class" })).toBeHidden();
    await page.getByRole("button", { name: "Filters" }).tap();
    await page.getByRole("combobox", { name: "Class" }).selectOption("A");
    await page.getByRole("button", { name: "Filters (1)" }).tap();
    await expect(page.getByRole("combobox", { name: "Class" })).toBeHidden();

    await cards.nth(8).scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(300);
    await cards.nth(8).getByText("Dr. 18").tap();
    await expect(page.getByRole("heading", { name: "Dr. 18" })).toBeVisible();
    await page.goBack();
    await expect(cards).toHaveCount(10);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  });
});

test.describe("in a window that is zoomed in four times", () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test("no bar covers what has the focus", async ({ signedIn: page, make }) => {
    for (let number = 10; number < 13; number++) await make.doctor({ name: `Dr. ${number}` });
    for (const [path, target] of [
      ["/doctors", page.getByRole("list", { name: "Doctors" }).getByRole("link").first()],
      ["/doctors", page.getByLabel("Search", { exact: true })],
      ["/doctors", page.getByRole("link", { name: "Add Doctor" })],
      ["/visits/add", page.getByRole("combobox", { name: "Doctor" })],
      ["/visits/add", page.getByRole("button", { name: "Add Visit" })],
    ] as const) {
      await page.goto(path);
      const isSeen = () =>
        target.evaluate((element: HTMLElement) => {
          // Once more for each look: what comes later moves what has the focus.
          element.blur();
          element.focus();
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
      await expect.poll(isSeen, { message: `${path}: ${target}` }).toBe(true);
      await expectNoSidewaysScroll(page);
    }
  });
});
