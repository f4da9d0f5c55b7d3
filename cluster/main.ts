import { createRandom } from "@rounds/domain/random/random.ts";
import { buildWhatIsNotBuilt } from "../scripts/build.ts";
import { type Caller, signUp } from "./caller.ts";
import { makeProducts } from "./catalogue.ts";
import { createRoundsDatabase, type DatabaseCluster, startDatabaseCluster } from "./database-cluster.ts";
import { cause, faultOrder } from "./faults.ts";
import { startFollower } from "./follower.ts";
import { type Happened, interruptionTables } from "./interruptions.ts";
import { createJournal } from "./journal.ts";
import { openNetwork } from "./network.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { CannotRun, findPrograms } from "./packages.ts";
import { openPlace } from "./place.ts";
import { proveNothingLost } from "./proof.ts";
import { startRepresentative } from "./representative.ts";
import { databasePassword, startRoundsServers } from "./rounds-servers.ts";
import { until, untilNo } from "./until.ts";

/** The exit code with which many projects' tests say that they could not be run here. */
const skipped = 77;

/** What was started, in order; ended in the opposite order. */
const started: (() => void | Promise<void>)[] = [];
let failed = true;

let closing: Promise<void> | undefined;

/** Ends everything, once; further calls wait for the same end. */
function close(): Promise<void> {
  closing ??= (async () => {
    for (let end = started.pop(); end; end = started.pop()) await end();
  })();
  return closing;
}

function say(text: string) {
  process.stdout.write(
    `${performance.now() < 1e6 ? (performance.now() / 1000).toFixed(1).padStart(6) : ""}  ${text}\n`,
  );
}

async function run({ faults, seed, representatives: people }: Options): Promise<string[]> {
  const random = createRandom(seed);
  const programs = findPrograms(say);
  await buildWhatIsNotBuilt();
  const place = openPlace();
  started.push(() => {
    place.close(failed);
    if (failed) say(`the logs are kept in ${place.logs}`);
  });
  say(`seed ${seed}`);

  let cluster: DatabaseCluster | undefined;
  const network = openNetwork(3, (index) => cluster?.nodes[index]?.pids() ?? []);
  started.push(network.close);
  if (network.kind === "loopback")
    say("no network namespaces here: a machine is cut off by stopping its processes (SIGSTOP)");
  cluster = startDatabaseCluster(network, place, programs);
  started.push(cluster.stop);
  await createRoundsDatabase(cluster, databasePassword);
  await untilNo(cluster.trouble);
  say("three machines with etcd, Patroni and PostgreSQL are whole");

  const rounds = await startRoundsServers(cluster, place, programs);
  started.push(rounds.stop);
  const trouble = async () => (await cluster.trouble()) ?? (await rounds.trouble());
  await untilNo(trouble);
  const journal = createJournal();
  // One after another: hashing a password is slow on purpose.
  const callers: Caller[] = [];
  for (let number = 0; number < people; number++) callers.push(await signUp(rounds.url, number, journal));
  const [first] = callers;
  if (!first) throw new Error("There is nobody");
  const products = await makeProducts(first, 20);
  const followers = [await startFollower(rounds.url, first), await startFollower(rounds.url, first)];
  for (const follower of followers) started.push(follower.stop);
  const representatives = await Promise.all(
    callers.map((caller, number) =>
      startRepresentative(number, caller, { products, journal, random: createRandom(seed + number + 1) }),
    ),
  );
  say(`two servers behind HAProxy; ${people} representatives at work`);

  /** From now on, recorded visits reach all followers. */
  async function untilReceived() {
    const from = journal.acknowledged.length;
    await until("a new visit reaches all followers", () => {
      const news = journal.acknowledged.slice(from);
      return followers.every((one) => news.some(({ id }) => one.hasReceived(id))) || undefined;
    });
  }

  await untilReceived();
  const happened: Happened[] = [];
  for (const kind of faultOrder(faults, random)) {
    const from = journal.now();
    const hit = await cause(kind, { cluster, rounds, random });
    await untilNo(trouble);
    happened.push({ kind, hit, from, to: journal.now() });
    await untilReceived();
    say(`${kind}: ${hit}; in order again after ${((journal.now() - from) / 1000).toFixed(0)} s`);
  }
  await Promise.all(representatives.map((one) => one.stop()));
  const { recorded, edited, deleted, lists, refreshes, repeated } = journal.counts;
  say(
    `${recorded} visits recorded, ${edited} edited, ${deleted} deleted, ${lists} lists read at once, ` +
      `${refreshes} sessions refreshed, ${repeated} requests sent again`,
  );
  process.stdout.write(`\n${interruptionTables(happened, journal)}\n\n`);
  return await proveNothingLost(cluster, journal, representatives);
}

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  try {
    const problems = await run(readOptions(args));
    failed = problems.length > 0;
    for (const problem of problems.slice(0, 50)) process.stdout.write(`  ${problem}\n`);
    say(
      failed
        ? `FAILED: ${problems.length} problems`
        : "Nothing acknowledged was lost, and nothing was doubled.",
    );
    return failed ? 1 : 0;
  } catch (error) {
    if (error instanceof CannotRun) {
      process.stdout.write(`The cluster test can't be run here. ${error.message}\n`);
      return skipped;
    }
    process.stdout.write(`FAILED: ${error instanceof Error ? error.stack : String(error)}\n`);
    return 1;
  } finally {
    await close();
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void close().finally(() => process.exit(130)));
}
// The auth client writes every failed attempt to the console; here most are intended.
console.error = () => {};
process.exit(await main());
