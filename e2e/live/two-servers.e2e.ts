import type { Browser } from "@playwright/test";
import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { expect, signIn, test } from "../kit/fixtures.ts";
import { callerOf, signUp } from "../kit/person.ts";
import { type Product, startProduct } from "../kit/product.ts";

test.use({ loadsAhead: true, live: true });

// `product` is one server; this is another one on its database.
let other: Product;
test.beforeEach(async ({ postgres, product }) => {
  other = await startProduct(postgres, undefined, {}, product.database);
});
test.afterEach(() => other.stop());

const waitOptions = { timeout: 30_000 };

/** A person at the other server, whose page listens to changes. */
async function personThere(browser: Browser, path: string) {
  const ravi = await signUp(other.url);
  const page = await (await browser.newContext()).newPage();
  await signIn(page, ravi);
  const socket = page.waitForEvent("websocket", waitOptions);
  await page.goto(`${other.url}${path}`);
  await (await socket).waitForEvent("framereceived", {
    predicate: ({ payload }) => String(payload).includes("Subscribed to PostgreSQL"),
    ...waitOptions,
  });
  return { page, id: ravi.session.user.id };
}

test("what one person records at one server appears on another person's open list at the other", async ({
  make,
  signedIn: page,
  browser,
}) => {
  const { page: far } = await personThere(browser, "/visits");
  await expect(far.getByText("No visits recorded yet")).toBeVisible();
  await page.goto("/visits");
  const doctor = await make.doctor({ name: "Dr. Asha Rao" });
  await make.visit({ doctor, visit_date: dayOf(Date.now(), "Asia/Kolkata") });
  await expect(far.getByRole("link", { name: "Dr. Asha Rao", exact: true })).toBeVisible(waitOptions);
  await expect(page.getByRole("link", { name: "Dr. Asha Rao", exact: true })).toBeVisible();
});

test("a session that an administrator ends at one server leaves the page at the other automatically", async ({
  person,
  product,
  browser,
}) => {
  const { page: far, id } = await personThere(browser, "/doctors");
  await expect(far.getByRole("heading", { name: "Doctors", level: 1 })).toBeVisible();
  await callerOf(product.url, person)(teamRoutes.endSessions, { params: { id } });
  await expect(far).toHaveURL(/\/login/, waitOptions);
  await expect(far.getByRole("button", { name: "Sign In" })).toBeVisible();
});
