import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

test("closing finishes the request under way, and its connection does not keep the server open", async () => {
  const app = await startApp();
  const blocker = await app.database.pool.connect();
  await blocker.query("begin; lock table doctors in access exclusive mode");
  const waiting = app.call(dashboardRoutes.read, {});
  await expect
    .poll(async () => {
      const { rows } = await app.database.pool.query(
        "select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows[0].n;
    })
    .toBeGreaterThan(0);

  const closed = app.app.close();
  await blocker.query("commit");
  blocker.release();
  expect(await waiting).toMatchObject({ doctors: 0 });
  // A connection is kept alive for 72 s.
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("still open")), 20_000));
  await Promise.race([closed, late]);
  await app.database.close();
}, 40_000);
