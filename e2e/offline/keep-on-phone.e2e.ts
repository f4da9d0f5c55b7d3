import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { expectAccessible } from "../kit/accessible.ts";
import { expect, test } from "../kit/fixtures.ts";

test.use({ loadsAhead: true, contextOptions: { reducedMotion: "reduce" } });

const name = "Keep on this phone";

test("where there are too many doctors for a phone, each can be kept there", async ({
  signedIn: page,
  product,
  call,
}) => {
  const { rows } = await product.database.pool.query<{ id: string }>(
    `insert into doctors (id, name, creation_digest)
     select gen_random_uuid(), 'Dr. Number ' || n, '' from generate_series(1, 2001) as n returning id`,
  );
  const id = rows[0]?.id ?? "";
  const ids = async () =>
    (await call(syncRoutes.ids, { query: { noun: "doctors" } })).rows.map(([doctor]) => doctor);
  expect(await ids()).toEqual([]);
  await page.goto("/doctors");
  await expect(page.getByRole("heading", { name: "Doctors", level: 1 })).toBeVisible();
  // The phone opens once the page is quiet; a new start before that would begin again.
  await expect(async () => {
    await page.goto(`/doctors/${id}`);
    await expect(page.getByRole("switch", { name })).not.toBeChecked({ timeout: 15_000 });
  }).toPass();
  await page.getByRole("switch", { name }).click();
  await expect(page.getByRole("switch", { name })).toBeChecked();
  await expect.poll(ids).toEqual([id]);
  await page.reload();
  await expect(page.getByRole("switch", { name })).toBeChecked();
  await expectAccessible(page, "a doctor who is kept");
  await page.getByRole("switch", { name }).click();
  await expect.poll(ids).toEqual([]);
});

test("where a phone has all doctors, nothing is asked", async ({ signedIn: page, make }) => {
  const doctor = await make.doctor();
  await page.goto(`/doctors/${doctor.id}`);
  await expect(page.getByRole("button", { name: "Delete" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("switch", { name })).toHaveCount(0);
});
