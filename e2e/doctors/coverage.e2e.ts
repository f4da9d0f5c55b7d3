import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessible.ts";
import type { Builders } from "../kit/builders.ts";
import { expect, test } from "../kit/fixtures.ts";
import type { Person } from "../kit/person.ts";
import type { Product } from "../kit/product.ts";
import { goInside, message, rowsOf } from "../kit/screen.ts";

// Thursday, November 20, 2025, noon in India: 9 of 25 field days are left.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const figure = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });

/** Six doctors who were there all month: of class A, B and C, one without a class, one of somebody else. */
async function fill(product: Product, make: Builders, person: Person) {
  const own = { representative_id: person.session.user.id };
  const asha = await make.doctor({
    name: "Dr. Asha Rao",
    doctor_class: "A",
    address: "MG Road, Pune",
    ...own,
  });
  const bose = await make.doctor({ name: "Dr. Bose", doctor_class: "A", ...own });
  await make.doctor({ name: "Dr. Chitre", doctor_class: "B", ...own });
  const dutta = await make.doctor({ name: "Dr. Dutta", doctor_class: "C", ...own });
  await make.doctor({ name: "Dr. Eapen", doctor_class: null, norm: 2, ...own });
  await make.doctor({ name: "Dr. Fernandes", doctor_class: null, ...own });
  await product.database.pool.query("update doctors set created_at = '2025-01-01'");
  for (const day of ["2025-11-04", "2025-11-12"]) await make.visit({ doctor: asha, visit_date: day });
  await make.visit({ doctor: asha, visit_date: "2025-11-24", status: "scheduled" });
  await make.visit({ doctor: bose, visit_date: "2025-11-12" });
  await make.visit({ doctor: dutta, visit_date: "2025-11-18" });
  await make.visit({ doctor: dutta, visit_date: "2025-10-07" });
  return { asha, dutta };
}

test("the coverage is read by keyboard, saved as a file with the doctors of a figure, and accessible", async ({
  signedIn: page,
  make,
  person,
  product,
}) => {
  await page.goto("/coverage");
  await expect(page.getByText("No doctors in this month.")).toBeVisible();
  await expectAccessible(page, "the coverage without doctors");

  await test.step("is reached and read by keyboard; going back returns to it", async () => {
    await fill(product, make, person);
    await page.goto("/doctors");
    await expect(heading(page, "Doctors")).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await expect(page).toHaveURL("/coverage");
    await figure(page, "Class B, doctors: 1").focus();
    await page.keyboard.press("Enter");
    await expect(heading(page, "Target doctors")).toBeVisible();
    await page.getByRole("link", { name: "Back to coverage" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/coverage");
    await expect(figure(page, "Class B, doctors: 1")).toBeVisible();
    await page.goForward();
    await expect(heading(page, "Target doctors")).toBeVisible();
    await page.goBack();
  });

  await test.step("is saved as a file, and so are the doctors of a figure", async () => {
    await expect(page.getByText("November 2025 · Me")).toBeVisible();
    await expectAccessible(page, "the coverage");
    const save = async () => {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export Data" }).click();
      const file = await saved;
      await expect(message(page, "Coverage exported successfully").last()).toBeVisible();
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
    };
    const month = await save();
    expect(month.name).toBe("coverage-2025-11.csv");
    expect(month.text).toContain(`2025-11,${person.email},Total,5,3,2,60,13,4,30.8,9,4,8,1,4,3,1.3,9,90`);
    await figure(page, "Total, not met yet: 2").click();
    await expect(heading(page, "Doctors not met yet")).toBeVisible();
    const doctors = await save();
    expect(doctors.name).toBe("coverage-2025-11-not-met.csv");
    expect(doctors.text.trimEnd().split("\r\n").slice(1)).toEqual([
      `Dr. Chitre,B,,${person.email},0,2,0,2,0,`,
      `Dr. Eapen,,,${person.email},0,2,0,2,0,`,
    ]);
  });

  await test.step("the doctors of a figure are accessible", async () => {
    await goInside(page, "/coverage/doctors?figure=remaining");
    await expect(rowsOf(page, "Remaining calls")).toHaveCount(4);
    await expectAccessible(page, "the doctors of a figure");
  });
});
