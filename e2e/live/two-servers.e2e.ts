import type { Browser, Page } from "@playwright/test";
import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { expect, signIn, test } from "../kit/fixtures.ts";
import { callerOf, signUp } from "../kit/person.ts";
import { type Product, startProduct } from "../kit/product.ts";

test.use({ live: true });

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

test("what is recorded at one server shows on another person's open list at the other, and a session that ends at one leaves the page at the other", async ({
  make,
  signedIn: page,
  person,
  product,
  browser,
}) => {
  const { page: far, id } = await personThere(browser, "/visits");
  const visited = (of: Page) => of.getByRole("link", { name: "Dr. Asha Rao", exact: true });
  await expect(far.getByText("No visits recorded yet")).toBeVisible();
  await page.goto("/visits");
  const doctor = await make.doctor({ name: "Dr. Asha Rao" });
  await make.visit({ doctor, visit_date: dayOf(Date.now(), "Asia/Kolkata") });
  await expect(visited(far)).toBeVisible(waitOptions);
  await expect(visited(page)).toBeVisible();

  await callerOf(product.url, person)(teamRoutes.endSessions, { params: { id } });
  await expect(far).toHaveURL(/\/login/, waitOptions);
  await expect(far.getByRole("button", { name: "Sign In" })).toBeVisible();
});
