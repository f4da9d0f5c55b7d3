import { expect } from "@playwright/test";
import { pageOf } from "../kit/team-people.ts";
import { codeOf, linkOf, test } from "./mail-product.ts";
import { choosePassword, expectSignedIn, signInWith, title } from "./sign-in-screen.ts";

test.use({ settings: { confirm_email: false } });

test("the mail of an invitation says who invites; its link, or its code where it says, leads to a first password", async ({
  signedIn: page,
  mailServer,
  person,
  product,
  browser,
}) => {
  const [byLink, byCode] = ["asha@rounds.example", "ravi@rounds.example"];
  await page.goto("/team");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  await dialog.getByLabel("Email addresses").fill(`${byLink} ${byCode}`);
  await dialog.getByRole("button", { name: "Invite 2 people", exact: true }).click();
  const guest = await pageOf(browser, product);

  await test.step("by its link, which can be tried again where there was no connection", async () => {
    await guest.route("**/auth/v1/user", (route) => route.abort());
    await guest.goto(linkOf(await mailServer.next(byLink)));
    await expect(
      guest.getByText("The server can't be reached, so the link could not be opened."),
    ).toBeVisible();
    await guest.unroute("**/auth/v1/user");
    await guest.getByRole("button", { name: "Try again" }).click();
    await expect(title(guest, "Welcome to Rounds: choose a password")).toBeVisible();
    await expect(guest).toHaveURL(`${product.url}/new-password`);
    await choosePassword(guest, "correct horse battery");
    await expectSignedIn(guest, byLink, `${product.url}/`);
    await guest.getByRole("button", { name: "Sign Out" }).click();
    await signInWith(guest, { email: byLink, password: "correct horse battery" });
    await expectSignedIn(guest, byLink, `${product.url}/`);
    await guest.getByRole("button", { name: "Sign Out" }).click();
    await expect(title(guest, "Sign in to your account")).toBeVisible();
  });

  await test.step("by its code", async () => {
    const mail = await mailServer.next(byCode);
    expect(mail.subject).toMatch(/^You are invited/);
    expect(mail.text).toContain(`${person.email} invites you to Rounds.`);
    await guest.goto(/enter this code on (\S+):/.exec(mail.text ?? "")?.[1] ?? "");
    await guest.getByLabel("Six-digit code").fill(codeOf(mail));
    await expect(guest.getByText("Please enter the address that was invited")).toBeVisible();
    await guest.getByLabel("Email address").fill(byCode);
    await guest.getByRole("button", { name: "Accept the invitation" }).click();
    await expect(title(guest, "Choose a new password")).toBeVisible();
  });
});
