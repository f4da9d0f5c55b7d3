import { expect } from "../kit/fixtures.ts";
import { codeOf, test } from "./mail-product.ts";

const email = "asha@rounds.example";

test("an invitation says who invites, and its code is accepted where the mail says", async ({
  signedIn: page,
  mailServer,
  person,
  browser,
}) => {
  await page.goto("/team");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  await dialog.getByLabel("Email addresses").fill(email);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const mail = await mailServer.next(email);
  expect(mail.subject).toMatch(/^You are invited/);
  expect(mail.text).toContain(`${person.email} invites you to Rounds.`);
  const where = /enter this code on (\S+):/.exec(mail.text ?? "")?.[1] ?? "";
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(where);
  await guest.getByLabel("Six-digit code").fill(codeOf(mail));
  await expect(guest.getByText("Please enter the address that was invited")).toBeVisible();
  await guest.getByLabel("Email address").fill(email);
  await guest.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(guest.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
});
