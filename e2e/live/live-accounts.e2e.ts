import {
  everythingAllowed,
  ownWorkOnly,
  type PermissionTable,
} from "@rounds/domain/account/permission-table.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { expect, signIn, test } from "../kit/fixtures.ts";
import { expectSoon, openLive, timing } from "../kit/live.ts";
import { callerOf, type Person, signUp } from "../kit/person.ts";
import { rowsOf } from "../kit/screen.ts";
import { namedPerson } from "../kit/team-people.ts";
import { endSessions, moment } from "../kit/trouble.ts";

test.use({ loadsAhead: true, live: true });

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
  "an administrator's team list follows new people and changed names",
  timing,
  async ({ signedIn: page, product }) => {
    await openLive(page, "/team");
    const row = (text: string) => rowsOf(page, "Team").filter({ hasText: text });
    await expect(rowsOf(page, "Team")).toHaveCount(1);
    await expectSoon(page, () => signUp(product.url, "ravi@rounds.example"), row("ravi@rounds.example"));
    await namedPerson(product, "meera@rounds.example", "Meera Iyer");
    await expect(row("Meera Iyer")).toBeVisible();
  },
);

test(
  "the list of one's devices follows signing in and out",
  timing,
  async ({ signedIn: page, product, person }) => {
    await openLive(page, "/account");
    const devices = page.getByRole("list", { name: "Devices" }).getByRole("listitem");
    await expect(devices).toHaveCount(1);
    let token = "";
    const come = async () => {
      token = await signInOn(product.url, person, iPhone);
    };
    await expectSoon(page, come, devices.filter({ hasText: "iPhone" }));
    await fetch(`${product.url}/auth/v1/logout?scope=local`, { method: "POST", headers: bearer(token) });
    await expect(devices).toHaveCount(1);
  },
);

test("a page hears that its session ended before it could listen", async ({ signedIn: page, product }) => {
  const listening = moment();
  await page.routeWebSocket(/\/realtime\//, async (socket) => {
    await listening.came;
    socket.connectToServer();
  });
  await page.goto("/doctors");
  await expect(page.getByText("No doctors added yet.")).toBeVisible();
  await endSessions(product);
  listening.come();
  await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
});

test("a name being typed stays when it is changed on another device", async ({
  signedIn: page,
  product,
  person,
}) => {
  const token = await signInOn(product.url, person, iPhone);
  await openLive(page, "/account");
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

test(
  "what an administrator no longer allows is refused on the colleague's open page within seconds, and allowed again",
  timing,
  async ({ page, product, person, make }) => {
    await make.product({ name: "Azithral 500" });
    const admin = callerOf(product.url, person);
    await signIn(page, await signUp(product.url, "ravi@rounds.example"));
    await openLive(page, "/products");
    const add = page.getByRole("link", { name: "Add Product" });
    const refused = page.getByRole("button", { name: "Add Product" });
    await expect(add).toBeVisible();
    const allow = (table: PermissionTable) => () => admin(teamRoutes.savePermissions, { body: table });
    await expectSoon(page, allow(ownWorkOnly), refused);
    await expect(refused).toHaveAttribute("title", /^You may not change products and prices\./);
    await expectSoon(page, allow(everythingAllowed), add);
  },
);
