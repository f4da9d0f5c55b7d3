import { readFile, writeFile } from "node:fs/promises";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { signUp } from "../kit/person.ts";
import { startProduct } from "../kit/product.ts";
import { message, rowsOf } from "../kit/screen.ts";
import { browserOf } from "../kit/team-people.ts";

test("everything is exported as one file, refused if it is damaged, and brought into an empty Rounds", async ({
  signedIn: page,
  make,
  postgres,
  browser,
}, info) => {
  test.slow();
  const doctor = await make.doctor({ name: `=Dr. ${"Venkataraghavan ".repeat(5).trim()}` });
  const product = await make.product({ name: "Amoxicillin 500", stock: 40 });
  await make.visit({
    doctor,
    visit_date: "2025-06-10",
    lines: [{ product, quantity: 3, unit_price: "10.50" }],
  });
  await page.goto("/data");
  await page.getByRole("link", { name: /^Archive/ }).press("Enter");
  await expect(
    page.getByText("This Rounds is not empty: it has 1 doctor, 1 product and 1 visit."),
  ).toBeVisible();
  await expect(page.getByRole("row", { name: "Doctors 1", exact: true })).toBeVisible();
  await expectAccessible(page, "the archive of a Rounds with records");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export everything" }).press("Enter");
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^rounds-archive-\d{4}-\d\d-\d\d\.zip$/);
  await expect(message(page, "Archive saved")).toBeVisible();
  const file = info.outputPath("archive.zip");
  await download.saveAs(file);

  const bytes = await readFile(file);
  const damaged = info.outputPath("damaged.zip");
  await writeFile(damaged, bytes.subarray(0, bytes.length - 50));

  const other = await startProduct(postgres);
  try {
    const there = await browserOf(browser, other, await signUp(other.url));
    await there.goto("/data/archive");
    await there.getByRole("button", { name: "Bring in" }).press("Enter");
    await expect(there.getByRole("alert")).toHaveText("Please choose an archive of Rounds, a .zip file.");
    await there.getByLabel("Archive (.zip)").setInputFiles(damaged);
    await there.getByRole("button", { name: "Bring in" }).press("Enter");
    await expect(there.getByRole("alert")).toHaveText(
      "This is no archive, or its end is missing. Nothing was changed.",
    );
    await expectAccessible(there, "a refused archive");
    await there.getByLabel("Archive (.zip)").setInputFiles(file);
    await there.getByRole("button", { name: "Bring in" }).press("Enter");
    await expect(there.getByText("The archive is in: 1 doctor, 1 product, 1 visit and 1 sale.")).toBeVisible({
      timeout: 60_000,
    });
    await expectAccessible(there, "an archive that was brought in");
    await there.getByRole("link", { name: "Go to doctors" }).press("Enter");
    await expect(rowsOf(there, "Doctors")).toContainText(["=Dr. Venkataraghavan"]);
  } finally {
    await other.stop();
  }
});
