import {
  everythingAllowed,
  ownWorkOnly,
  type PermissionTable,
} from "@rounds/domain/account/permission-table.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { expect, signIn, test } from "../kit/fixtures.ts";
import { expectSoon, openLive, timing } from "../kit/live.ts";
import { callerOf, type Person, signUp } from "../kit/person.ts";
import { goInside, rowsOf } from "../kit/screen.ts";
import { namedPerson } from "../kit/team-people.ts";
import { endSessions, moment } from "../kit/trouble.ts";

test.use({ live: true });

/** Signs somebody in on a device with this User-Agent; returns its access token. */
async function signInOn(url: string, { email, password }: Person, device: string): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": device },
    body: JSON.stringify({ email, password }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const bearer = (token: string) => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
});
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

test(
  "the team list follows people and names, the devices follow signing in and out, and a name being typed stays",
  timing,
  async ({ signedIn: page, product, person }) => {
    const row = (text: string) => rowsOf(page, "Team").filter({ hasText: text });
    const devices = page.getByRole("list", { name: "Devices" }).getByRole("listitem");
    let token = "";

    await test.step("an administrator's team list follows new people and changed names", async () => {
      await openLive(page, "/team");
      await expect(rowsOf(page, "Team")).toHaveCount(1);
      await expectSoon(page, () => signUp(product.url, "ravi@rounds.example"), row("ravi@rounds.example"));
      await namedPerson(product, "meera@rounds.example", "Meera Iyer");
      await expect(row("Meera Iyer")).toBeVisible();
    });

    await test.step("the list of one's devices follows signing in", async () => {
      await goInside(page, "/account");
      await expect(devices).toHaveCount(1);
      const come = async () => {
        token = await signInOn(product.url, person, iPhone);
      };
      await expectSoon(page, come, devices.filter({ hasText: "iPhone" }));
    });

    await test.step("a name being typed stays when it is changed on another device", async () => {
      await page.getByRole("button", { name: "Add name" }).click();
      const dialog = page.getByRole("dialog", { name: "Your name" });
      const field = dialog.getByRole("textbox");
      await field.fill("Asha R");
      await fetch(`${product.url}/auth/v1/user`, {
        method: "PUT",
        headers: bearer(token),
        body: JSON.stringify({ data: { full_name: "Asha Rao" } }),
      });
      await expect(dialog).toContainText("Meanwhile your name was changed to “Asha Rao”.");
      await expect(field).toHaveValue("Asha R");
      await expect(field).toBeFocused();
      await dialog.getByRole("button", { name: "Use it" }).click();
      await expect(field).toHaveValue("Asha Rao");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step("the list of one's devices follows signing out", async () => {
      await fetch(`${product.url}/auth/v1/logout?scope=local`, { method: "POST", headers: bearer(token) });
      await expect(devices).toHaveCount(1);
    });
  },
);

test(
  "what an administrator no longer allows is refused on the open page within seconds, and allowed again; a page hears that its session ended before it could listen",
  timing,
  async ({ page, product, person, make }) => {
    await make.product({ name: "Azithral 500" });
    const admin = callerOf(product.url, person);
    await signIn(page, await signUp(product.url, "ravi@rounds.example"));
    const add = page.getByRole("link", { name: "Add Product" });

    await test.step("refused, and allowed again", async () => {
      await openLive(page, "/products");
      const refused = page.getByRole("button", { name: "Add Product" });
      await expect(add).toBeVisible();
      const allow = (table: PermissionTable) => () => admin(teamRoutes.savePermissions, { body: table });
      await expectSoon(page, allow(ownWorkOnly), refused);
      await expect(refused).toHaveAttribute("title", /^You may not change products and prices\./);
      await expectSoon(page, allow(everythingAllowed), add);
    });

    await test.step("the session ended before the page could listen", async () => {
      const listening = moment();
      await page.routeWebSocket(/\/realtime\//, async (socket) => {
        await listening.came;
        socket.connectToServer();
      });
      await page.reload();
      await expect(rowsOf(page, "Products")).toHaveCount(1);
      await page.waitForLoadState("networkidle");
      await endSessions(product);
      listening.come();
      await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
    });
  },
);
