import type { Database } from "@rounds/database/connect.ts";
import type { Clock } from "@rounds/http/clock.ts";
import type { Traffic } from "@rounds/http/traffic.ts";
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type Backlog, type BacklogPace, readBacklog, watchBacklog } from "./backlog.ts";

/** What the metrics are computed from. */
export type Measured = {
  /** The token that readers must send. */
  token: string;
  db: Database;
  pool: Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">;
  clock: Clock;
  traffic: Pick<Traffic, "underWay">;
  /** Current connections and channels; messages sent and slow clients disconnected since the start. */
  realtime(): { connections: number; channels: number; sent: number; cut: number };
  /** Where lists and reports were read, if replicas are set up. */
  replica?: () => { replica: number; primary: number };
  version: string;
  commit: string | undefined;
  /** How the work that waits in the database is counted, if not as usual. */
  pace?: BacklogPace;
};

export type Metrics = ReturnType<typeof createMetrics>;

/** Response times, in seconds: from a fast list to the longest statement allowed. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What an operator watches, in Prometheus format. Nothing in it is personal. */
export function createMetrics(measured: Measured) {
  const { token, db, pool, clock, traffic, realtime, replica, version, commit, pace } = measured;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Sums with the names of counters; the same figures exist by kind.
  for (const what of ["handles", "requests", "resources"]) {
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  }

  const durations = new Histogram({
    name: "rounds_http_request_duration_seconds",
    help: "Time from a request to the end of its answer, by the pattern of its route.",
    labelNames: ["method", "route", "status"],
    buckets,
    registers,
  });
  const limited = new Counter({
    name: "rounds_http_rate_limited_requests_total",
    help: "Requests refused because there were too many, of the auth service or the rest.",
    labelNames: ["service"],
    registers,
  });
  const signIns = new Counter({
    name: "rounds_sign_ins_total",
    help: "Attempts to sign in, by the way and how they ended.",
    labelNames: ["way", "result"],
    registers,
  });
  const syncRepairs = new Counter({
    name: "rounds_sync_repairs_total",
    help: "How often phones compared all ids, because their rows were not those of the server.",
    registers,
  });
  for (const service of ["api", "auth"]) limited.inc({ service }, 0);

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
  function counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  gauge(
    "rounds_http_requests_in_flight",
    "Requests that are not answered yet, this one as well.",
    () => traffic.underWay,
  );
  gauge("rounds_realtime_connections", "Open realtime connections.", () => realtime().connections);
  gauge("rounds_realtime_channels", "Topics that realtime clients have joined.", () => realtime().channels);
  counter("rounds_realtime_sent_messages_total", "Messages sent to realtime clients.", () => realtime().sent);
  counter(
    "rounds_realtime_cut_clients_total",
    "Realtime clients cut off because they read too slowly.",
    () => realtime().cut,
  );

  new Gauge({
    name: "rounds_database_pool_connections",
    help: "Connections to the database, by what they do.",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
    },
  });
  gauge(
    "rounds_database_pool_waiting",
    "Requests that wait for a connection to the database.",
    () => pool.waitingCount,
  );
  if (replica) {
    new Counter({
      name: "rounds_replica_reads_total",
      help: "Lists and reports by where they were read: on a replica, or on the primary because none would do.",
      labelNames: ["place"],
      registers,
      collect() {
        this.reset();
        for (const [place, reads] of Object.entries(replica())) this.inc({ place }, reads);
      },
    });
  }
  const backlog = watchBacklog(() => readBacklog(db, clock()), pace);
  new Gauge({
    name: "rounds_database_up",
    help: "Whether the database answered within 2 seconds.",
    registers,
    async collect() {
      this.set((await backlog()) ? 1 : 0);
    },
  });

  /** Shows nothing, rather than something old, while the database does not answer. */
  function waiting(
    name: string,
    help: string,
    read: (backlog: Backlog) => [mail: number, sms: number],
  ): void {
    new Gauge({
      name,
      help,
      labelNames: ["channel"],
      registers,
      async collect() {
        this.reset();
        const known = await backlog();
        if (!known) return;
        const [mail, sms] = read(known);
        this.set({ channel: "mail" }, mail);
        this.set({ channel: "sms" }, sms);
      },
    });
  }
  waiting("rounds_messages_waiting", "Messages that are not sent yet.", ({ mails, texts }) => [mails, texts]);
  waiting(
    "rounds_messages_oldest_age_seconds",
    "How long the oldest message waits that is not sent yet.",
    ({ oldest_mail, oldest_text }) => [oldest_mail, oldest_text],
  );
  new Gauge({
    name: "rounds_rollup_changes_waiting",
    help: "Changes not folded into the sums of the reports yet, up to 100,000.",
    registers,
    async collect() {
      this.remove();
      const known = await backlog();
      if (known) this.set(known.rollup_changes);
    },
  });
  new Gauge({
    name: "rounds_build_info",
    help: "1, with the version that runs.",
    labelNames: ["version", "commit"],
    registers,
  }).set({ version, commit: commit ?? "unknown" }, 1);

  return {
    token,
    durations,
    limited,
    signIns,
    syncRepairs,
    contentType: registry.contentType,
    /** All metrics as text. */
    read: () => registry.metrics(),
  };
}
