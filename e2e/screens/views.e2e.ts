import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { headingsOf, message, rowsOf } from "../kit/screen.ts";

test("by keyboard alone: filters and columns are saved under a name, opened again, changed and saved", async ({
  signedIn: page,
  make,
}) => {
  await make.doctor({ name: "Dr. A", doctor_class: "A", address: "1 MG Road, Pune" });
  await make.doctor({ name: "Dr. B", doctor_class: "B", address: "2 MG Road, Pune" });
  await page.goto("/doctors?doctor_class=A");
  const button = page.getByRole("button", { name: "Views" });
  await button.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Views" });
  for (const header of ["Specialization", "Hospital", "Type"]) {
    await dialog.getByRole("checkbox", { name: header }).press("Space");
  }
  await expect(headingsOf(page, "Doctors")).toHaveText(["Name", "Address", "Class", "Contact", "Actions"]);
  await dialog.getByLabel("Save as new view").fill("My best");
  await page.keyboard.press("Enter");
  await expect(message(page, "View “My best” saved")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "My best", exact: true })).toBeFocused();

  // With all columns and no filters, there is none.
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "All doctors" }).press("Enter");
  await expect(page).toHaveURL(/\/doctors$/);
  await expect(headingsOf(page, "Doctors")).toHaveCount(8);
  await expect(rowsOf(page, "Doctors")).toHaveCount(2);
  await button.press("Enter");
  await dialog.getByRole("button", { name: "My best Class: A" }).press("Enter");
  await expect(page).toHaveURL(/\/doctors\?doctor_class=A$/);
  await expect(headingsOf(page, "Doctors")).toHaveCount(5);

  await page.getByLabel("Class", { exact: true }).selectOption("B");
  await page.getByRole("button", { name: "My best (changed)" }).press("Enter");
  await dialog.getByRole("button", { name: "Save changes to “My best”" }).press("Enter");
  await expect(message(page, "View “My best” saved")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "My best", exact: true })).toBeVisible();
  await expect(headingsOf(page, "Doctors")).toHaveCount(5);
  await page.getByRole("button", { name: "My best", exact: true }).press("Enter");
  await expectAccessible(page, "the views of a list");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a view is saved and opened by taps, and its cards stay whole", async ({ signedIn: page, make }) => {
    const doctor = await make.doctor({ name: "Dr. A" });
    await make.visit({ doctor, visit_date: "2025-06-10", notes: "Samples" });
    await page.goto("/visits?start_date=2025-06-01&end_date=2025-06-30");
    await page.getByRole("button", { name: "Views" }).tap();
    await page.getByLabel("Save as new view").fill("June");
    await page.getByRole("button", { name: "Save view" }).tap();
    await expect(message(page, "View “June” saved")).toBeVisible();
    await expectAccessible(page, "the views of a list on a phone", [390]);
    await page.getByRole("button", { name: "All visits" }).tap();
    await expect(page).toHaveURL(/\/visits$/);
    await page.getByRole("button", { name: "Views" }).tap();
    await page.getByRole("button", { name: "June From" }).tap();
    await expect(page).toHaveURL(/start_date=2025-06-01/);
    await expect(page.getByText("Samples")).toBeVisible();
  });
});
