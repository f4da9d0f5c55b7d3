import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";
import { untilRows } from "../kit/phone-store.ts";

test.use({ loadsAhead: true });

const name = "Keep on this phone";

test("where there are too many doctors for a phone, each can be kept there; where it has all, nothing is asked", async ({
  signedIn: page,
  product,
  person,
  call,
}) => {
  const ids = async () =>
    (await call(syncRoutes.ids, { query: { noun: "doctors" } })).rows.map(([doctor]) => doctor);
  const addDoctors = async (count: number) => {
    const { rows } = await product.database.pool.query<{ id: string }>(
      `insert into doctors (id, name, creation_digest)
       select gen_random_uuid(), 'Dr. Number ' || n, '' from generate_series(1, $1) as n returning id`,
      [count],
    );
    return rows[0]?.id ?? "";
  };
  const keep = page.getByRole("switch", { name });
  const id = await addDoctors(1);
  await page.goto(`/doctors/${id}`);
  await expect(page.getByRole("button", { name: "Delete" })).toBeVisible();
  await untilRows(page, person.session.user.id, "doctors", 1);
  await expect(keep).toHaveCount(0);

  await addDoctors(2000);
  expect(await ids()).toEqual([]);
  // The phone opens once the page is quiet; a new start before that would begin again.
  await expect(async () => {
    await page.goto(`/doctors/${id}`);
    await expect(keep).not.toBeChecked({ timeout: 15_000 });
  }).toPass();
  await keep.click();
  await expect(keep).toBeChecked();
  await expect.poll(ids).toEqual([id]);
  await page.reload();
  await expect(keep).toBeChecked();
  await expectAccessible(page, "a doctor who is kept");
  await keep.click();
  await expect.poll(ids).toEqual([]);
});
