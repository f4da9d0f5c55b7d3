import type { ClusterAddress } from "@rounds/database/cluster/address.ts";
import { type Connection, connect } from "@rounds/database/connect.ts";
import { migrate } from "@rounds/database/migrate.ts";
import { address, type Member, memberOf } from "@rounds/testkit/caller.ts";
import { startCluster } from "@rounds/testkit/standby.ts";
import { startApp } from "./app.ts";
import { routesByName } from "./valid-calls.ts";

export type Replicated = Awaited<ReturnType<typeof startReplicated>>;

type Options = {
  on?: Connection;
  replica?: ClusterAddress | null;
  pauses?: { first: number; longest: number };
};

/** A primary with the product's schema and its standby, and servers that read lists and reports there. */
export async function startReplicated(settings: Record<string, string> = {}) {
  const cluster = await startCluster(settings);
  const primary = connect(cluster.primary.settings, () => {});
  await migrate(primary.db);
  await cluster.caughtUp();
  const reading = {
    hosts: [cluster.standby.settings],
    settings: { ...cluster.standby.settings, application_name: "reads" },
  };
  const { pool: watching } = connect({ ...cluster.standby.settings, max: 1 }, () => {});
  let apps = 0;
  return {
    ...cluster,
    db: primary.db,
    reading,
    /** A server on the primary, or on another database, that reads on the standby, or elsewhere, or nowhere else. */
    start({ on = primary, replica, pauses }: Options = {}) {
      return startApp({
        database: { ...on, settings: {} },
        email: `reader${++apps}@example.com`,
        ...(replica !== null && { replica: { address: replica ?? reading, ...(pauses && { pauses }) } }),
      });
    },
    /** Whether the standby answers a request to a server. */
    async answers(ask: () => Promise<unknown>): Promise<boolean> {
      const { rows } = await watching.query("select clock_timestamp()::text as now");
      await ask();
      const { rowCount } = await watching.query(
        `select from pg_stat_activity where application_name = 'reads'
          and query_start > $1 and query in ('commit', 'rollback')`,
        [rows[0].now],
      );
      return rowCount !== 0;
    },
    /** Whether a read is asleep on the standby, in `pg_sleep`. */
    async isReadAsleep(): Promise<boolean> {
      const { rowCount } = await watching.query(
        "select from pg_stat_activity where application_name = 'reads' and wait_event = 'PgSleep'",
      );
      return rowCount !== 0;
    },
    async stop() {
      await watching.end();
      await primary.close();
      await cluster.stop();
    },
  };
}

const ofDoctor = ["glance.read", "visits.lastPrices", "visits.ofDoctor"];
const ofProduct = ["stock.ledger", "stock.exportLedger"];
const ofAll = [
  "catchUp.read",
  "coverage.exportMonth",
  "coverage.month",
  "dashboard.read",
  "doctors.alike",
  "doctors.export",
  "doctors.lastCity",
  "doctors.likelyPairs",
  "doctors.list",
  "doctors.places",
  "doctors.pick",
  "history.export",
  // No import has that id: the refusal comes from where it would have been read.
  "imports.export",
  "inventory.list",
  "inventory.summary",
  "inventory.export",
  "performance.export",
  "performance.read",
  "products.export",
  "products.list",
  "products.pick",
  "sales.export",
  "sales.list",
  "sales.summary",
  "sync.ids",
  "sync.pull",
  "sync.rows",
  "team.exportAudit",
  "today.day",
  "today.read",
  "today.week",
  "visits.export",
  "visits.list",
];

/** Every list and report that may be read on a replica, by its route's name. */
export const views = [...ofAll, ...ofDoctor, ...ofProduct];

/** The same person at another server of the same database. */
export function sameAt({ url }: { url: string }, { id, email, token }: Member): Member {
  return memberOf(url, token, { id, email });
}

/** A view's answer; for a deleted record, the error. */
export async function look(
  { send }: Pick<Member, "send">,
  view: string,
  of: { doctor: string; product: string },
): Promise<string> {
  const id = ofProduct.includes(view) ? of.product : of.doctor;
  const queries: Record<string, object> = {
    "sync.ids": { noun: "visits" },
    "sync.rows": { noun: "doctors", ids: of.doctor },
  };
  const { text, headers } = await send(address(routesByName[view]?.path ?? "", { id }, queries[view]));
  return text.replace(headers.get("x-request-id") ?? "", "");
}
