import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import readWorkbook from "read-excel-file/node";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { goInside, message, rowsOf } from "../kit/screen.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

/** Presses a button of the export's dialog and reads the file that the browser saves. */
async function exported(page: Page, format: string) {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: format, exact: true }).click();
  const download = await coming;
  await expect(message(page, /exported successfully/).first()).toBeVisible();
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), bytes };
}

test("every list is exported as its filters show it, with dates, amounts and the zeros of phones; without a connection it says so", async ({
  signedIn: page,
  make,
  person,
}) => {
  const doctor = await make.doctor({
    ...{ name: "Dr. A", doctor_class: "A", contact_number: "+91 98300 12345" },
  });
  await make.doctor({ name: "Dr. B", doctor_class: "A", contact_number: "09830012345" });
  await make.doctor({ name: "Dr. C", doctor_class: "B" });
  const product = await make.product({ name: "Calpol", stock: 50 });
  const lines = [{ product, quantity: 3, unit_price: "1500.50" }];
  await make.visit({ doctor, visit_date: "2025-11-05", lines });
  await make.visit({ doctor, visit_date: "2025-11-06", notes: "=Samples" });

  await test.step("doctors", async () => {
    await page.goto("/doctors?doctor_class=A");
    await expect(rowsOf(page, "Doctors")).toHaveCount(2);
    const csv = await exported(page, "CSV");
    expect(csv.name).toBe("doctors-2025-11-20.csv");
    const rows = csv.bytes.subarray(3).toString("utf8").trimEnd().split("\r\n");
    expect(rows.map((line) => line.split(",")[0])).toEqual(["Doctor Name", "Dr. A", "Dr. B"]);
    expect(rows[2]).toContain(",\t09830012345,");
    const { name, bytes } = await exported(page, "Excel");
    expect(name).toBe("doctors-2025-11-20.xlsx");
    const [sheet] = await readWorkbook(bytes);
    expect(sheet?.data.map((row) => [row[0], row[5]])).toEqual([
      ["Doctor Name", "Contact Number"],
      ["Dr. A", "+91 98300 12345"],
      ["Dr. B", "09830012345"],
    ]);
  });

  await test.step("without a connection the export says that it needs one", async () => {
    await page.getByRole("button", { name: "Export", exact: true }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Export doctors" });
    await expectAccessible(page, "the export of a list");
    await page.context().setOffline(true);
    await expect(dialog.getByText("An export needs a connection.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "CSV" })).toBeDisabled();
    await page.context().setOffline(false);
    await expect(dialog.getByRole("button", { name: "CSV" })).toBeEnabled();
    await page.keyboard.press("Escape");
  });

  await test.step("visits by visit or by product", async () => {
    await goInside(page, "/visits");
    await expect(rowsOf(page, "Visits").filter({ hasText: "Dr. A" })).toHaveCount(2);
    const [visits] = await readWorkbook((await exported(page, "Visits, Excel")).bytes);
    expect(visits?.data.slice(1).map((row) => [row[0], row[4], row[8], row[9]])).toEqual([
      [new Date("2025-11-06"), "+91 98300 12345", 0, "=Samples"],
      [new Date("2025-11-05"), "+91 98300 12345", 4501.5, null],
    ]);
    const { name, bytes } = await exported(page, "Visits with products, CSV");
    expect(name).toBe("visits-with-products-2025-11-20.csv");
    const text = bytes.toString("utf8");
    expect(text).toContain("2025-11-05,Dr. A,");
    expect(text).toContain(",Calpol,Pain Relief,3,1500.50,4501.50,");
    expect(text).toContain(`,'=Samples,${person.email},\r\n`);
  });

  await test.step("sales, a ledger and products", async () => {
    await goInside(page, "/sales");
    await expect(rowsOf(page, "Sales Details")).toHaveCount(1);
    const [sales] = await readWorkbook((await exported(page, "Excel")).bytes);
    const [head = [], sale] = sales?.data ?? [];
    expect(head.slice(-2)).toEqual(["Recorded By", "Changed By"]);
    expect(sale?.slice(head.length - 5, head.length - 1)).toEqual([3, 1500.5, 4501.5, person.email]);
    await goInside(page, `/products/${product.id}`);
    await expect(rowsOf(page, "Stock History")).toHaveCount(2);
    const [ledger] = await readWorkbook((await exported(page, "Excel")).bytes);
    expect(ledger?.data.slice(1).map((row) => [row[2], row[3]])).toEqual(
      (await rowsOf(page, "Stock History").allInnerTexts()).map((row) => {
        const [, , quantity, balance] = row.split("\t");
        return [Number(quantity), Number(balance)];
      }),
    );
    await goInside(page, "/products");
    await expect(rowsOf(page, "Products")).toHaveCount(1);
    expect((await exported(page, "CSV")).name).toBe("products-2025-11-20.csv");
  });
});
