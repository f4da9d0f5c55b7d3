import { query } from "@rounds/postgres/testing/scratch.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cluster, startCluster } from "./standby.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
}, 120_000);
afterAll(() => cluster.stop(), 120_000);

test("a standby follows its primary, waits when it is told to, and takes over", async () => {
  const { primary, standby } = cluster;
  const rows = (node: typeof primary) => query(node.settings, "select n from notes order by n");
  await query(primary.settings, "create table notes as select 1 as n");
  await cluster.caughtUp();
  expect(await rows(standby)).toEqual([{ n: 1 }]);

  await cluster.pauseReplay();
  await query(primary.settings, "insert into notes values (2)");
  expect(await rows(standby)).toEqual([{ n: 1 }]);
  await cluster.resumeReplay();
  await cluster.caughtUp();
  expect(await rows(standby)).toHaveLength(2);

  await primary.kill();
  await cluster.promote();
  await query(standby.settings, "insert into notes values (3)");
  expect(await rows(standby)).toHaveLength(3);
  await primary.start();
  expect(await rows(primary)).toHaveLength(2);
}, 120_000);
