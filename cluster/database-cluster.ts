import pg from "pg";
import { createNode, type DatabaseNode } from "./database-node.ts";
import type { Network } from "./network.ts";
import type { Programs } from "./packages.ts";
import { exampleEnvironment, type Place } from "./place.ts";
import { until } from "./until.ts";

/** The three machines of the database as one. */
export type DatabaseCluster = {
  nodes: DatabaseNode[];
  /** The machine that etcd's leader is on, if there is one. */
  etcdLeader(): Promise<DatabaseNode | undefined>;
  /** The primary's machine, and that of the standby for which commits wait. */
  roles(): Promise<Roles | undefined>;
  /** Makes the synchronous standby the primary, as `patronictl switchover` does. */
  switchOver(roles: Roles): Promise<void>;
  /** Problems in words; undefined if there are none. */
  trouble(): Promise<string | undefined>;
  /** A connection to one machine as superuser, created when first needed; the caller ends it. */
  open(node: DatabaseNode, database?: string): pg.Pool;
  stop(): Promise<void>;
};

export type Roles = { primary: DatabaseNode; synchronous: DatabaseNode; other: DatabaseNode };

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | "unknown" };

const settings = exampleEnvironment("patroni/patroni.env");

/** Starts etcd, Patroni and PostgreSQL on three machines; the cluster initialises itself. */
export function startDatabaseCluster(network: Network, place: Place, programs: Programs): DatabaseCluster {
  const nodes = network.sites.map((_, index) => createNode(index, network.sites, place, programs));
  for (const node of nodes) node.start();

  async function members(): Promise<Member[]> {
    const answers = nodes.map(async ({ address }) => {
      const { members } = (await ask(`http://${address}:8008/cluster`)) as { members: Member[] };
      return members;
    });
    return await Promise.any(answers).catch(() => []);
  }

  async function roles(): Promise<Roles | undefined> {
    const known = await members();
    const nodeOf = (role: string) =>
      nodes.find(({ name }) => known.some((one) => one.name === name && one.role === role));
    const [primary, synchronous, other] = [nodeOf("leader"), nodeOf("sync_standby"), nodeOf("replica")];
    return primary && synchronous && other && { primary, synchronous, other };
  }

  async function etcdLeader(): Promise<DatabaseNode | undefined> {
    const answers = await Promise.all(
      nodes.map(async ({ address }) => {
        const status = await ask(`http://${address}:2379/v3/maintenance/status`, "{}").catch(() => undefined);
        return status as { leader?: string; header: { member_id: string } } | undefined;
      }),
    );
    return nodes.find((_, index) => answers[index]?.leader === answers[index]?.header.member_id);
  }

  function open(node: DatabaseNode, database = "postgres"): pg.Pool {
    const pool = new pg.Pool({
      host: node.address,
      user: settings.PATRONI_SUPERUSER_USERNAME,
      password: settings.PATRONI_SUPERUSER_PASSWORD,
      database,
      max: 1,
      connectionTimeoutMillis: 3000,
      query_timeout: 60_000,
    });
    pool.on("error", () => {});
    return pool;
  }

  async function switchOver({ primary, synchronous }: Roles): Promise<void> {
    const user = `${settings.PATRONI_RESTAPI_USERNAME}:${settings.PATRONI_RESTAPI_PASSWORD}`;
    const answer = await fetch(`http://${primary.address}:8008/switchover`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(user).toString("base64")}` },
      body: JSON.stringify({ leader: primary.name, candidate: synchronous.name }),
    });
    if (!answer.ok) throw new Error(`Switching over was refused: ${answer.status} ${await answer.text()}`);
  }

  async function trouble(): Promise<string | undefined> {
    for (const { name, address } of nodes) {
      const health = (await ask(`http://${address}:2379/health`).catch(() => ({}))) as { health?: string };
      if (health.health !== "true") return `etcd of ${name} is not healthy`;
    }
    const known = await members();
    const leader = known.find(({ role }) => role === "leader");
    if (!leader) return "there is no primary";
    for (const { name, state, timeline, lag } of known) {
      if (state !== "running" || timeline !== leader.timeline)
        return `${name} is ${state} on timeline ${timeline}`;
      if (name !== leader.name && typeof lag !== "number") return `${name} lags by ${lag}`;
    }
    const found = await roles();
    if (!found) return "there is no synchronous standby";
    const pool = open(found.primary);
    try {
      const { rows } = await pool.query(
        "select state || '/' || sync_state as stream from pg_stat_replication order by sync_state",
      );
      const streams = rows.map(({ stream }) => stream).join(" ");
      return streams === "streaming/async streaming/sync"
        ? undefined
        : `replication is ${streams || "nowhere"}`;
    } catch (error) {
      return `the primary can't be asked: ${String(error)}`;
    } finally {
      await pool.end();
    }
  }

  return {
    nodes,
    etcdLeader,
    roles,
    switchOver,
    trouble,
    open,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

async function ask(url: string, body?: string): Promise<unknown> {
  const answer = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    signal: AbortSignal.timeout(2000),
    ...(body !== undefined && { body }),
  });
  return await answer.json();
}

/** Creates the role and the database of the product on the new cluster. */
export async function createRoundsDatabase(cluster: DatabaseCluster, password: string): Promise<void> {
  const primary = await until("the cluster has a primary", async () => (await cluster.roles())?.primary);
  const pool = cluster.open(primary);
  try {
    await pool.query(`create role rounds login password ${pg.escapeLiteral(password)}`);
    await pool.query("create database rounds owner rounds");
  } finally {
    await pool.end();
  }
}
