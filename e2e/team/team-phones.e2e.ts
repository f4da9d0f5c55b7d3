import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { callerOf } from "../kit/person.ts";
import { namedPerson } from "../kit/team-people.ts";

test.use({ loadsAhead: true, contextOptions: { reducedMotion: "reduce" } });

test("an administrator sees on which devices somebody works, and what waits there", async ({
  signedIn: page,
  product,
}) => {
  const asha = await namedPerson(product, "asha@rounds.example", "Asha Rao");
  await page.goto(`/team/${asha.session.user.id}`);
  await expect(page.getByRole("button", { name: "Delete account" })).toBeVisible();
  const phones = page.getByRole("list", { name: "Without a connection" });
  await expect(phones).toHaveCount(0);

  const call = callerOf(product.url, asha);
  const [fresh, quiet] = [crypto.randomUUID(), crypto.randomUUID()];
  const nothing = { rows: 1600, waiting: 0, needs_you: 0, oldest_at: null };
  await call(syncRoutes.report, { body: { ...nothing, id: fresh } });
  await call(syncRoutes.report, {
    body: { ...nothing, id: quiet, waiting: 3, needs_you: 1, oldest_at: "2025-01-05T10:00:00Z" },
  });
  const agent =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
  await product.database.pool.query("update sync.devices set user_agent = $1", [agent]);
  await product.database.pool.query(
    "update sync.devices set synced_at = synced_at - interval '9 days' where id = $1",
    [quiet],
  );

  await page.reload();
  await expect(phones.getByRole("listitem")).toHaveCount(2);
  await expect(phones.getByRole("listitem").first()).toContainText("Chrome on Android");
  await expect(phones.getByRole("listitem").first()).toContainText(
    /Last sync \w{3} \d\d, \d{4}, .* 1,600 rows/,
  );
  await expect(phones.getByRole("listitem").first()).toContainText("Nothing is waiting");
  await expect(phones.getByRole("listitem").first()).not.toContainText("Not synced");
  await expect(phones.getByRole("listitem").nth(1)).toContainText(/Not synced since \w{3} \d\d, \d{4}/);
  await expect(phones.getByRole("listitem").nth(1)).toContainText("3 entries waiting, 1 needs a decision");
  await expectAccessible(page, "a person with devices");
});
