import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { createAuth } from "@rounds/auth/service.ts";
import { checkDatabase } from "@rounds/database/check-database.ts";
import { readAddress } from "@rounds/database/cluster/address.ts";
import { openDatabase } from "@rounds/database/cluster/open-database.ts";
import { connect } from "@rounds/database/connect.ts";
import { migrate } from "@rounds/database/migrate.ts";
import { createReplica } from "@rounds/database/replica/replica.ts";
import { readCertificate } from "@rounds/http/certificate.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { checkListening, listen } from "@rounds/http/listen.ts";
import { createLog } from "@rounds/http/log.ts";
import { createTraffic } from "@rounds/http/traffic.ts";
import { createRealtime } from "@rounds/realtime/service.ts";
import { createApp } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { explain } from "./explain.ts";
import { startForgetting } from "./history/forget.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { offerDemo } from "./offer-demo.ts";
import { startFolding } from "./rollups/fold.ts";
import { createShutdown } from "./shutdown.ts";
import { startKeepingEpoch } from "./sync/epoch.ts";

const pages = fileURLToPath(new URL("../../web/dist", import.meta.url));

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** A connection that does not return by then ends with the process. */
const poolMilliseconds = 10_000;

const shutdown = createShutdown(say);

// By itself V8 lets its memory grow to several times what is in use before it collects all of it. What this saves is in
// docs/scale.md.
setFlagsFromString("--heap-growing-percent=50");

/** Starts the product: database, schema, pages and API on one port. */
async function start(config: Config) {
  const log = createLog(config.log_level);
  shutdown.onUncaught = (error) => log.fatal({ err: error }, "nobody caught an exception: the server stops");
  const certificate = config.tls && readCertificate(config.tls);
  await checkListening(config);
  const starting = new AbortController();
  const opening = openDatabase(
    config,
    (message, { severity, ...details } = {}) => log[severity ?? "info"](details, message),
    starting.signal,
  );
  shutdown.add(async () => starting.abort());
  shutdown.addLast(() =>
    opening.then(
      ({ stop }) => stop(),
      () => {},
    ),
  );
  const database = await opening;
  const { db, pool, close } = connect(database.settings, (error) =>
    log.warn({ err: error }, "idle connection lost"),
  );
  shutdown.add(close, poolMilliseconds);
  await checkDatabase(db);
  const ran = await migrate(db, { log });
  if (ran.length > 0) log.info({ migrations: ran }, "schema brought up to date");
  shutdown.add(startFolding(db, log).stop);
  shutdown.add(startKeepingEpoch(db, log).stop);
  shutdown.add(startForgetting(db, config.history_days, systemClock, log).stop);
  const { database_replica_url: replicas } = config;
  const replica = replicas ? createReplica(readAddress(replicas), db, log) : undefined;
  if (replica) shutdown.add(replica.close, poolMilliseconds);
  const tells_position = replica !== undefined;
  const auth = await createAuth({ db, clock: systemClock, config, log, tells_position });
  shutdown.add(auth.startSending().stop);
  const { settings } = database;
  const { api_key, limit_factor } = config;
  const realtime = await createRealtime({
    db,
    settings,
    auth,
    clock: systemClock,
    log,
    api_key,
    limit_factor,
  });
  const traffic = createTraffic();
  const { metrics_token: token, build_commit: commit } = config;
  const measured = { db, pool, clock: systemClock, traffic, realtime: realtime.counts, version, commit };
  const app = await createApp({
    db,
    ...(replica && { replica }),
    auth,
    clock: systemClock,
    config,
    log,
    realtime,
    traffic,
    limit_factor: config.limit_factor,
    ...(token && {
      metrics: createMetrics({ token, ...measured, ...(replica && { replica: replica.counts }) }),
    }),
    ...(certificate && { certificate }),
    ...(existsSync(pages) && { pages }),
  });
  shutdown.add(() => app.close());
  const [delay, timeout] = [config.stop_delay * 1000, config.stop_timeout * 1000];
  async function stopServing() {
    traffic.announceStop();
    await wait(delay);
    const [cut] = await Promise.all([traffic.drain(app.server, timeout), realtime.stop()]);
    if (cut > 0) log.warn({ requests: cut }, "requests that took too long were cut off");
  }
  shutdown.add(stopServing, delay + timeout + poolMilliseconds);
  const { port } = await listen(app, config);
  const address = config.public_url.replace(/:0$/, `:${port}`);
  say(`\n${config.product_name} is at ${address}\n`);
  if (config.mail.by === "page") say(`No mail server is set up: mail is shown at ${address}/auth/v1/mail\n`);
  if (config.mail.by === "nothing") log.warn("no SMTP_URL is set: no mail can be sent");
  const ending = new AbortController();
  shutdown.add(async () => ending.abort());
  const { signal } = ending;
  const ask = process.stdin.isTTY ? (question: string) => askTerminal(question, signal) : undefined;
  const { business_time_zone } = config;
  await offerDemo(db, { clock: systemClock, business_time_zone, ask, say, signal });
}

/** The answer of the person at the terminal; rejects when the signal is aborted. */
async function askTerminal(question: string, signal: AbortSignal): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C ends the product, not only the question.
  prompt.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return await prompt.question(question, { signal });
  } finally {
    prompt.close();
  }
}

function say(text: string) {
  process.stdout.write(`${text}\n`);
}

// The person who started the product may have closed the other end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
shutdown.listen();
try {
  await start(readConfig(process.env));
} catch (error) {
  if (!shutdown.begun) {
    process.stderr.write(`${explain(error)}\n`);
    await shutdown.end();
    process.exit(1);
  }
}
