import type { Page } from "@playwright/test";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { goInside, message, rowsOf } from "../kit/screen.ts";
import { brokenParts } from "../kit/words.ts";
import { printedPages } from "./pdf.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

/** Intercepts the browser's print dialog, and keeps what the page looks like while it is printed. */
async function catchPrinting(page: Page) {
  await page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(window, { printed: texts });
    window.print = () => {
      if (document.documentElement.dataset.holds) return void texts.push("held");
      window.dispatchEvent(new Event("beforeprint"));
      texts.push(document.querySelector("main")?.textContent ?? "");
      window.dispatchEvent(new Event("afterprint"));
    };
  });
}

const printed = (page: Page) => page.evaluate(() => (window as unknown as { printed: string[] }).printed);

/** Forgets what was printed before. */
const forgetPrinted = (page: Page) =>
  page.evaluate(() => {
    (window as unknown as { printed: string[] }).printed.length = 0;
  });

/** Leaves the print dialog open from now on, or closes it. */
const holdPrinting = (page: Page, is: boolean) =>
  page.evaluate((is) => {
    if (is) document.documentElement.dataset.holds = "yes";
    else delete document.documentElement.dataset.holds;
    if (!is) window.dispatchEvent(new Event("afterprint"));
  }, is);

test("a list is printed completely by its button and the keyboard, or says why not; paper has no navigation, and the head on every page", async ({
  signedIn: page,
  make,
}) => {
  await catchPrinting(page);
  const doctor = await make.doctor();
  const product = await make.product({ stock: 500 });
  for (let day = 1; day <= 12; day++) {
    const visit_date = `2025-11-${String(day).padStart(2, "0")}`;
    await make.visit({ doctor, visit_date, lines: [{ product, quantity: day }] });
  }
  for (let number = 1; number <= 60; number++) {
    await make.doctor({ name: `Dr. ${String(number).padStart(2, "0")}`, address: "12 MG Road, Pune" });
  }
  await page.goto("/doctors?city=Pune");
  await expect(rowsOf(page, "Doctors")).toHaveCount(10);

  await test.step("a list that could not be loaded for printing is not printed", async () => {
    await page.route(/page_size=2000/, (route) => route.abort());
    await page.getByRole("button", { name: "Print" }).click();
    await expect(message(page, /^The list could not be read for printing/)).toBeVisible();
    expect(await printed(page)).toEqual([]);
    await page.unroute(/page_size=2000/);
  });

  await test.step("paper has no navigation, and the list's head on every page", async () => {
    // Paper is created while the page is printed, as by a person: only then is the list complete.
    await holdPrinting(page, true);
    await page.getByRole("button", { name: "Print" }).click();
    await expect.poll(() => printed(page)).toHaveLength(1);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Skip to content")).toBeHidden();
    await expect(page.getByText("City: Pune", { exact: true }).first()).toBeVisible();
    await expect(rowsOf(page, "Doctors")).toHaveCount(60);
    await expect(page.locator("thead")).toHaveCSS("display", "table-header-group");
    await page.emulateMedia({ media: null });
    // Real paper: as many pages as 60 rows need, not those of the ten on the screen.
    const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
    expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
    await holdPrinting(page, false);
  });

  await test.step("lists are complete, with totals", async () => {
    for (const [path, name, total] of [
      ["/visits?status=completed", "Visits", "₹975.00"],
      [`/doctors/${doctor.id}`, "Visit History", "₹975.00"],
      ["/sales", "Sales Details", "78"],
      [`/products/${product.id}`, "Stock History", "Nov 01, 2025"],
    ] as const) {
      await goInside(page, path);
      await expect(rowsOf(page, name)).toHaveCount(10);
      await forgetPrinted(page);
      await page.getByRole("button", { name: "Print" }).click();
      await expect.poll(() => printed(page)).toHaveLength(1);
      await page.keyboard.press("Control+p");
      await expect.poll(() => printed(page)).toHaveLength(2);
      for (const text of await printed(page)) {
        expect(text).toContain("Nov 01, 2025");
        expect(text).toContain("Nov 12, 2025");
        expect(text).toContain(total);
        expect(text).not.toContain("are printed");
        if (name === "Visits") {
          // Including days that are not on the screen's page.
          expect(text.match(/1 visit · ₹/g)).toHaveLength(12);
          expect(text).toContain("Printed on Nov 20, 2025");
          expect(text).toContain("Status: Completed");
        }
      }
      await expect(rowsOf(page, name)).toHaveCount(10);
      // The browser's own menu can't wait for the rest: then the paper says which part it is.
      await page.emulateMedia({ media: "print" });
      await expect(page.getByText(/^Only these 10 of 1[23] rows are printed/)).toBeVisible();
      await page.emulateMedia({ media: null });
    }
  });
});

test("every page of a visit, a doctor, a ledger and the inventory has its number, the first says for which company and who printed it, and notes stand above what follows", async ({
  signedIn: page,
  person,
  call,
  make,
}) => {
  await call(teamRoutes.saveCompany, { body: { name: "Aarogya Pharma" } });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = "yes";
    };
  });
  const doctor = await make.doctor({ name: "Dr. Asha Rao" });
  const notes = "Asked for samples. ".repeat(40);
  const product = await make.product({ name: "Cetirizine", stock: 500 });
  const lines = [];
  for (let number = 1; number <= 45; number++) {
    lines.push({ product: await make.product({ name: `Product ${number}`, stock: 10 }), quantity: 2 });
  }
  const visit = await make.visit({ doctor, visit_date: "2025-11-19", lines, notes });
  for (let day = 1; day <= 12; day++) {
    const visit_date = `2025-11-${String(day).padStart(2, "0")}`;
    await make.visit({ doctor, visit_date, notes, lines: [{ product, quantity: day }] });
  }
  await page.goto("/doctors");
  for (const [path, list, atLeast, texts] of [
    [
      `/visits/${visit.id}`,
      "Sales",
      2,
      ["Dr.AshaRao", "Product45", "TotalSales₹1,125.00", `Recordedby${person.email}`],
    ],
    [`/doctors/${doctor.id}`, "Visit History", 2, ["Nov01,2025", "Totalof13₹2,100.00"]],
    [`/products/${product.id}?kind=sale`, "Stock History", 1, ["Sales", "Nov01,2025", "Totalof12-78"]],
    ["/inventory", "Inventory Details", 2, ["Product45", "Totalof46"]],
  ] as const) {
    await goInside(page, path);
    await expect(rowsOf(page, list).first()).toBeVisible();
    await page.getByRole("button", { name: "Print", exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-printed", "yes");
    const pages = await printedPages(page);
    await page.evaluate(() => {
      window.dispatchEvent(new Event("afterprint"));
      delete document.documentElement.dataset.printed;
    });
    expect(pages.length, path).toBeGreaterThanOrEqual(atLeast);
    for (const [index, text] of pages.entries()) {
      expect(text).toContain(`Page${index + 1}of${pages.length}`);
    }
    const all = pages.join("");
    for (const text of texts) expect(all, path).toContain(text);
    expect(pages[0]).toContain(`AarogyaPharmaPrintedonNov20,2025by${person.email}`);
    for (const chrome of ["Skiptocontent", "Dashboard", "Edit", "Delete"]) expect(all).not.toContain(chrome);
  }

  await goInside(page, `/doctors/${doctor.id}`);
  await expect(rowsOf(page, "Visit History").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const last = page.getByText(notes.trim(), { exact: true }).first();
  await expect(last).toBeVisible();
  expect(await last.evaluate((text) => text.scrollHeight - text.clientHeight)).toBeLessThanOrEqual(1);
  await page.emulateMedia({ media: null });

  // Paper is wider than a phone, and a chart is not drawn again for it, but enlarged.
  await goInside(page, "/sales");
  const chart = page.getByRole("region", { name: "Revenue Over Time" });
  await page.emulateMedia({ media: "print" });
  /** How much of the card is below the drawing; no number until the chart is drawn. */
  const below = () =>
    chart.evaluate((card) => {
      const drawing = [...card.querySelectorAll("svg")].find((svg) => svg.viewBox.baseVal.height > 100);
      if (!drawing) return Number.NaN;
      drawing.style.width = "200%";
      return card.getBoundingClientRect().bottom - drawing.getBoundingClientRect().bottom;
    });
  await expect.poll(below).toBeGreaterThanOrEqual(0);
});

test("on paper long words of a list stay whole, and its table is no wider than the page", async ({
  signedIn: page,
  make,
}) => {
  const doctor = await make.doctor({
    name: "Dr. Lakshmi Narayanaswamy Venkatasubramanian",
    specialization: "Otorhinolaryngologist",
    hospital: "Sahyadri Multispeciality Hospital and Research Centre",
    address: "12 Mahatma Gandhi Road, Thiruvananthapuram",
    contact_number: "+91 98765 43210",
    doctor_class: "A",
    doctor_type: "prescriber",
  });
  await make.doctor({ name: "W".repeat(200), hospital: "W".repeat(200) });
  const product = await make.product({
    name: "Pembrolizumab Concentrate",
    stock: 50,
    price: "9999999999.99",
  });
  await make.visit({ doctor, visit_date: "2025-11-19", lines: [{ product, quantity: 20 }] });
  // A4 without its margins.
  await page.setViewportSize({ width: 688, height: 1000 });
  for (const path of ["/doctors", "/visits", "/sales", "/inventory"]) {
    await page.emulateMedia({ media: null });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    const table = page.getByRole("table").last();
    await expect(table).toContainText(/Lakshmi|Pembrolizumab/);
    expect((await table.boundingBox())?.width, path).toBeLessThanOrEqual(688);
    const broken = await brokenParts(table, /(?<!\p{L})\p{L}{4,24}(?!\p{L})/gu);
    expect(broken, path).toEqual([]);
  }
});
