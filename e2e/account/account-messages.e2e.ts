import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startMailServer } from "@rounds/testkit/mail-server.ts";
import { expect, signIn, test } from "../kit/fixtures.ts";
import { signUp } from "../kit/person.ts";
import { startProduct } from "../kit/product.ts";
import { message } from "../kit/screen.ts";
import { devices, saveRecoveryCodes, signInElsewhere, steps } from "./account.ts";
import { codeOf, mailAbout } from "./mail-product.ts";

/** A service that takes text messages, as a provider of them does, and what it was given to send. */
async function startTextService() {
  const sent: { phone: string; code: string }[] = [];
  const service = createServer((request, answer) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      sent.push(JSON.parse(body));
      answer.end();
    });
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  const { port } = service.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, sent, stop: () => service.close() };
}

test("delivered mails change the address and the password, and text messages are a second step", async ({
  page,
  postgres,
}) => {
  const mails = await startMailServer();
  const texts = await startTextService();
  const product = await startProduct(postgres, undefined, {
    mail: { by: "smtp", url: mails.url },
    ...{ confirm_email: false, password_change: "reauthentication" },
    sms_hook: { url: texts.url, secret: undefined },
  });
  const wanted = "asha.rao@rounds.example";
  const person = await signUp(product.url);
  await signIn(page, person);
  await page.goto(`${product.url}/account`);

  await test.step("an address changes by the links of both mails", async () => {
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByLabel("New email address").fill(wanted);
    await page.keyboard.press("Enter");
    const waiting = page.getByRole("region", { name: "Waiting for confirmation" });
    await expect(waiting).toBeVisible();
    await expect(waiting.getByRole("link", { name: "read the mail here" })).toHaveCount(0);
    const linkOf = async (address: string) =>
      /^https?:\S+$/m.exec((await mails.next(address)).text ?? "")?.[0] ?? "";
    await page.goto(await linkOf(wanted));
    await expect(page).toHaveURL(`${product.url}/account`);
    await expect(page.getByText(/^Confirmation link accepted\./)).toBeVisible();
    await expect(waiting).toBeVisible();
    await page.goto(await linkOf(person.email));
    await expect(page).toHaveURL(`${product.url}/account`);
    await expect(page.getByText(`Welcome, ${wanted}`)).toBeVisible();
    await expect(waiting).toBeHidden();
    expect((await signInElsewhere(product.url, { ...person, email: wanted })).ok).toBe(true);
  });

  await test.step("a change of password waits for the mailed code, and nothing typed is lost", async () => {
    const password = "another horse battery";
    await product.database.pool.query(
      "update auth.sessions set created_at = created_at - interval '25 hours'",
    );
    await page.getByRole("button", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    await dialog.getByLabel("Current password").fill(person.password);
    await dialog.getByLabel("New password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(`we sent a code to ${wanted}`)).toBeVisible();
    const code = dialog.getByLabel("Code from the mail");
    await expect(code).toBeFocused();
    await expect(dialog.getByRole("button", { name: /^Send again in \d+ s$/ })).toBeDisabled();
    await code.fill("000000");
    await expect(dialog.getByText("Nonce has expired or is invalid")).toBeVisible();
    await code.fill(codeOf(await mailAbout(mails, wanted, /^Your Rounds code/)));
    await expect(message(page, "Password changed. Your other devices are signed out.")).toBeVisible();
    await expect(devices(page)).toHaveCount(1);
    expect((await signInElsewhere(product.url, { email: wanted, password })).ok).toBe(true);
  });

  await test.step("text messages are a second step if the server sends them", async () => {
    await page.getByRole("button", { name: "Use text messages" }).click();
    const dialog = page.getByRole("dialog", { name: "Use text messages" });
    const number = dialog.getByLabel("Mobile number");
    await number.fill("98765 43210");
    await page.keyboard.press("Enter");
    await expect(number).toHaveAccessibleDescription(/country code/);
    await number.fill("+91 98765 43210");
    await page.keyboard.press("Enter");
    const code = dialog.getByLabel("Code sent to +91 98765 43210");
    await expect(code).toBeFocused();
    await expect.poll(() => texts.sent.length).toBe(1);
    expect(texts.sent[0]?.phone).toBe("+919876543210");
    await code.fill(texts.sent[0]?.code ?? "");
    await expect(message(page, "Text messages are set up. Your other devices are signed out.")).toBeVisible();
    expect(await saveRecoveryCodes(page)).toHaveLength(10);
    await expect(steps(page)).toHaveText(/Text message/);
  });
  await page.goto("about:blank");
  await product.stop();
  await mails.stop();
  texts.stop();
});
