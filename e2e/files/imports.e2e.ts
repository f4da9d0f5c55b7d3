import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { book } from "../../web/src/imports/testing/workbook.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { message } from "../kit/screen.ts";

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const rows = [
  `<row r="1">${text("A1", "ABC PHARMA - DOCTOR LIST - NAGPUR")}</row>`,
  `<row r="3">${["S.No", "DR. NAME", "MOB", "CLINIC", "HQ", "CAT"].map((value, at) => text(`${"ABCDEF"[at]}3`, value)).join("")}</row>`,
  // A number, as sheets have phones.
  `<row r="4"><c r="A4"><v>1</v></c>${text("B4", "DR ANIL RAO")}<c r="C4"><v>9876543210</v></c>${text("D4", "Ruby Hall")}${text("E4", "Pune")}${text("F4", "A")}</row>`,
  `<row r="5"><c r="A5"><v>2</v></c>${text("B5", "Dr. Kavita Das")}${text("D5", "City Clinic")}${text("E5", "Nagpur")}${text("F5", "ZZ")}</row>`,
];

test("a workbook is read beside the page and becomes doctors by keyboard, and Undo takes them back", async ({
  signedIn: page,
  call,
}) => {
  const names = async () => (await call(doctorRoutes.list, { query: {} })).rows.map(({ name }) => name);
  const press = async (name: string | RegExp) => {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };
  await page.goto("/data");
  await page.getByRole("link", { name: /^Import doctors/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("None yet.", { exact: false })).toBeVisible();
  await expectAccessible(page, "choosing a list");
  await page.getByLabel("Choose a file, or drop it here").setInputFiles({
    name: "nagpur doctors.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: Buffer.from(book({ sheets: { Doctors: rows.join("") } })),
  });
  await expect(page.getByLabel("DR. NAME")).toHaveValue("name");
  await expect(page.getByLabel("MOB")).toHaveValue("contact_number");
  await expectAccessible(page, "the columns");
  await press("Check 2 rows");

  await expect(page.getByRole("button", { name: "Can't 1" })).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page, "the checked rows");
  expect(await names()).toEqual([]);
  await press("Correct line 5");
  await expect(page.getByLabel("Doctor Class")).toBeFocused();
  await page.getByLabel("Doctor Class").fill("B");
  await page.keyboard.press("Enter");
  await expect(message(page, "Line 5: Create")).toBeVisible();
  await press("Import 2 doctors");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 doctors imported.")).toBeVisible();
  await expectAccessible(page, "the result");
  const { rows: stored } = await call(doctorRoutes.list, { query: { search: "rao" } });
  expect(stored[0]).toMatchObject({ contact_number: "9876543210", hospital: "Ruby Hall", doctor_class: "A" });
  expect(await names()).toHaveLength(2);

  await press("Undo");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 rows undone.")).toBeVisible();
  expect(await names()).toEqual([]);
});
