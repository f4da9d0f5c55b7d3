import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "@rounds/domain/random/random.ts";
import type { DatabaseCluster, Roles } from "./database-cluster.ts";
import type { DatabaseNode } from "./database-node.ts";
import type { RoundsServers } from "./rounds-servers.ts";
import { until } from "./until.ts";

/** What can happen to a cluster; the first on purpose. */
export const faultKinds = [
  "switched over",
  "primary killed",
  "server killed",
  "etcd leader killed",
  "primary cut off",
  "standby cut off",
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The order of that many faults: every kind once before any is repeated. */
export function faultOrder(count: number, random: Random): FaultKind[] {
  const order: FaultKind[] = [];
  while (order.length < count) {
    const left = [...faultKinds];
    while (left.length > 0) order.push(...left.splice(random.integer(0, left.length - 1), 1));
  }
  return order.slice(0, count);
}

/** Longer than the ttl of deploy/patroni/patroni.yml. */
const cutMilliseconds = 30_000;

/** Causes one fault and returns what it hit; ends when what was cut off is connected again. */
export async function cause(
  kind: FaultKind,
  { cluster, rounds, random }: { cluster: DatabaseCluster; rounds: RoundsServers; random: Random },
): Promise<string> {
  const roles = await until<Roles>("every machine has its role", cluster.roles);
  switch (kind) {
    case "switched over":
      await cluster.switchOver(roles);
      return `${roles.primary.name} to ${roles.synchronous.name}`;
    case "primary killed": {
      // Sometimes it is back before anybody took over.
      const away = random.pick([2_000, 30_000]);
      roles.primary.crashDatabase(away);
      return `${roles.primary.name}, for ${away / 1000} s`;
    }
    case "server killed": {
      const index = random.integer(0, rounds.servers.length - 1);
      rounds.servers[index]?.crash();
      return `server ${index + 1}`;
    }
    case "etcd leader killed": {
      const leader = await until("etcd has a leader", cluster.etcdLeader);
      leader.crashEtcd(10_000);
      return leader.name;
    }
    case "primary cut off":
      return await cutOff(roles.primary);
    case "standby cut off": {
      const standby = random.pick([roles.synchronous, roles.other]);
      return `${await cutOff(standby)}${standby === roles.synchronous ? ", the synchronous one" : ""}`;
    }
  }
}

async function cutOff(node: DatabaseNode): Promise<string> {
  node.cut();
  try {
    await wait(cutMilliseconds);
  } finally {
    node.join();
  }
  return node.name;
}
