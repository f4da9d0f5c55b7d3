import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { sql } from "kysely";
import { expect, loadNothingAhead, test } from "../kit/fixtures.ts";
import { colleagueOf, expectSoon, openLive, timing } from "../kit/live.ts";
import { goInside, rowsOf } from "../kit/screen.ts";

test.use({ loadsAhead: true, live: true });

test("every screen follows what a colleague sells, in each tab of one browser", async ({
  signedIn: first,
  context,
  product,
  person,
  make,
}) => {
  test.setTimeout(240_000);
  const doctor = await make.doctor({ name: "Dr. Asha Rao" });
  const crocin = await make.product({ name: "Crocin", price: "10.00", stock: 60 });
  const colleague = await colleagueOf(product);
  const open = async (path: string) => {
    const page = await context.newPage();
    await loadNothingAhead(page);
    await page.addInitScript(([key, session]) => localStorage.setItem(key, session), [
      "sb-localhost-auth-token",
      JSON.stringify(person.session),
    ] as const);
    await openLive(page, path);
    return page;
  };
  const dashboard = first;
  await openLive(dashboard, "/?period=all-time");
  const screens = [
    [dashboard, dashboard.getByText("₹150.00").first()],
    ...(await Promise.all(
      [
        [`/doctors/${doctor.id}`, "Visit History", /Jan 05, 2025.*₹150\.00/],
        ["/products", "Products", /Crocin.*45/],
        [`/products/${crocin.id}`, "Stock History", /Sale.*-15/],
        ["/visits?start_date=&end_date=", "Visits", /Dr\. Asha Rao.*₹150\.00/],
        ["/sales", "Sales Details", /Dr\. Asha Rao.*Crocin.*₹150\.00/],
        ["/inventory", "Inventory Details", /Crocin.*45/],
      ].map(async ([path, list, text]) => {
        const page = await open(path as string);
        return [page, rowsOf(page, list as string).filter({ hasText: text as RegExp })] as const;
      }),
    )),
  ] as const;
  for (const [page, shown] of screens) await expect(shown, page.url()).toHaveCount(0);
  await colleague.make.visit({
    doctor,
    visit_date: "2025-01-05",
    lines: [{ product: crocin, quantity: 15 }],
  });
  for (const [page, shown] of screens) await expect(shown, page.url()).toBeVisible({ timeout: 20_000 });
});

test(
  "a list, details and choices follow colleagues within a second, even directly in SQL, and say if what they show is deleted",
  timing,
  async ({ signedIn: page, product, make }) => {
    const { db, pool } = product.database;
    const doctor = await make.doctor({ name: "Dr. Asha Rao" });
    const crocin = await make.product({ name: "Crocin", stock: 0 });
    const visit = await make.visit({ doctor, visit_date: "2025-01-05", notes: "Asked for samples" });
    const { call, make: theirs } = await colleagueOf(product);
    const row = (name: string) => rowsOf(page, "Doctors").filter({ hasText: name });
    const title = (name: string) => page.getByRole("heading", { level: 1, name });

    await test.step("a list follows created, changed and deleted rows", async () => {
      await openLive(page, "/doctors");
      await expect(row("Dr. Asha Rao")).toBeVisible();
      const rename = () => sql`update doctors set name = 'Dr. Asha Roy' where id = ${doctor.id}`.execute(db);
      await expectSoon(page, rename, row("Dr. Asha Roy"));
      await expectSoon(page, () => theirs.doctor({ name: "Dr. Ravi Teja" }), row("Dr. Ravi Teja"));
      await sql`delete from doctors where name = 'Dr. Ravi Teja'`.execute(db);
      await expect(row("Dr. Ravi Teja")).toHaveCount(0);
    });

    await test.step("choices follow", async () => {
      await goInside(page, "/visits/add");
      await page.getByRole("combobox", { name: "Doctor", exact: true }).fill("dr. as");
      await expect(page.getByRole("option", { name: "Dr. Asha Roy" })).toBeVisible();
      const option = page.getByRole("option", { name: "Dr. Ashwin Nair" });
      await expectSoon(page, () => theirs.doctor({ name: "Dr. Ashwin Nair" }), option);
      await theirs.product({ name: "Dolo", price: "10.00", stock: 7 });
      const choice = page.getByRole("combobox", { name: "Product", exact: true });
      await expect(choice.getByRole("option", { name: /Dolo.*Stock: 7/ })).toBeAttached();
    });

    await test.step("details follow, and say if a colleague deleted what they show", async () => {
      await openLive(page, `/visits/${visit.id}`);
      const body = {
        ...{ doctor_id: doctor.id, visit_date: "2025-01-05", status: "cancelled" as const },
        ...{ notes: "Away", items: [], version: 1 },
      };
      const change = () => call(visitRoutes.update, { params: { id: visit.id }, body });
      await expectSoon(page, change, page.getByRole("definition").filter({ hasText: "Away" }));
      await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
      await pool.query("delete from visits");
      await expect(page.getByText("Visit not found")).toBeVisible();
      await goInside(page, `/products/${crocin.id}`);
      await expect(title("Crocin")).toBeVisible();
      await pool.query("delete from products where id = $1", [crocin.id]);
      await expect(title("Product not found")).toBeVisible();
      await goInside(page, `/doctors/${doctor.id}`);
      await expect(title("Dr. Asha Roy")).toBeVisible();
      await pool.query("delete from doctors where id = $1", [doctor.id]);
      await expect(title("Doctor not found")).toBeVisible();
    });
  },
);

test("fifty changes in a second cause one refetch, and hidden data is not refetched", async ({
  signedIn: page,
  product,
  make,
}) => {
  const { id } = await make.doctor({ name: "Dr. Asha Rao" });
  // Loaded once, and left: it is not shown any more.
  await openLive(page, "/products");
  await page.getByRole("link", { name: "Doctors" }).first().click();
  await expect(rowsOf(page, "Doctors")).toHaveCount(1);
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(pathname);
  });
  const begun = performance.now();
  for (let at = 1; at <= 50; at++) {
    await product.database.pool.query("update doctors set name = $1 where id = $2", [`Dr. Number ${at}`, id]);
    await product.database.pool.query("update products set description = $1", [`${at}`]);
  }
  await expect(rowsOf(page, "Doctors").filter({ hasText: "Dr. Number 50" })).toBeVisible();
  const seconds = (performance.now() - begun) / 1000;
  // The list and its cities, at most every 0.6 seconds, and the first time.
  const mostTimes = Math.ceil(seconds / 0.6) + 1;
  expect(asked.filter((path) => path === "/api/doctors").length).toBeLessThanOrEqual(mostTimes);
  expect(asked.length).toBeLessThanOrEqual(2 * mostTimes);
  expect(asked.filter((path) => path.startsWith("/api/products"))).toEqual([]);
});
