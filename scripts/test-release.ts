import { existsSync, readFileSync } from "node:fs";
import { buildWhatIsNotBuilt } from "./build.ts";
import { findChromium } from "./chromium.ts";
import { closeFlaky, openFlaky } from "./flaky-tests.ts";
import { quickCommands } from "./quick-commands.ts";
import { specialDayAt } from "./special-days.ts";
import { browserTestFiles, browserTests, quickStep, step, vitestStep } from "./step.ts";

// What a release must pass beyond continuous integration: it takes too long for every change.

/** The browser tests in which axe looks at something. */
function withAxe(): string[] {
  const files = browserTestFiles().filter((file) => !file.endsWith(".slow.e2e.ts"));
  return files.filter((file) => readFileSync(`e2e/${file}`, "utf8").includes("expectAccessible("));
}

const debianPostgres = "/usr/lib/postgresql/15/bin";

openFlaky();
const TEST_TODAY = process.env.TEST_TODAY || specialDayAt(Date.now());
await vitestStep(
  `pure tests, pages and server, with a clock that begins at ${TEST_TODAY} in India`,
  ["domain", "web", "web-page", "server"],
  { TEST_TODAY },
);
// What follows has the real clock.
process.env.TEST_TODAY = "";
await vitestStep("random cases, many times as many", ["random", "simulation"], { MANY_CASES: "1" });
await vitestStep(
  "crashes, lagging replicas and the time of answers, many rounds",
  ["slow"],
  { MANY_CASES: "1" },
  [
    ...["crash", "read-your-writes"].map((name) => `server/src/whole/${name}.slow.test.ts`),
    "platform/auth/attacks/enumeration-by-time.slow.test.ts",
  ],
);
if (existsSync(debianPostgres)) {
  // What asks the database something of its own: not the launcher, which tries both versions by itself, nor what is
  // about requests, processes and sign-ins; those meet this version in the cluster's test. With fewer random rounds.
  const whole = (...names: string[]) => names.map((name) => `server/src/whole/${name}.test.ts`);
  const elsewhere = [
    ...[
      "platform/auth/**",
      "platform/http/**",
      "platform/postgres/**",
      "platform/database/cluster/**",
      "server/src/*.test.ts",
    ],
    ...["api", "commands", "metrics", "several-servers"].map((folder) => `server/src/${folder}/**`),
    ...whole("upgrade.slow", "cluster.slow", "cluster-failover.slow", "listen.slow", "rolling-stop.slow"),
    ...whole("closing", "origins", "pipelining", "raw-requests", "mass-assignment", "auth-gateway"),
    ...whole("sessions-of-others", "malformed-requests.random"),
  ];
  await vitestStep("server, on the PostgreSQL 15 of this machine", ["server", "slow", "random"], {
    ...{ POSTGRES_BIN: debianPostgres, CRASH_ROUNDS: "5", ROUNDS: "40" },
    TESTS_LEFT_OUT: elsewhere.join(","),
  });
} else {
  process.stdout.write("\nSKIPPED: the server on PostgreSQL 15, which is not installed here\n");
}
await buildWhatIsNotBuilt();
const CHROMIUM_PATH = await findChromium();
await step("slow browser tests", browserTests("slow"), { CHROMIUM_PATH });
await step("what axe finds at every width", [...browserTests("browser"), ...withAxe()], {
  ...{ CHROMIUM_PATH, EVERY_WIDTH: "1" },
});
await step(
  "browsers and servers killed while people save",
  [process.execPath, "--import", "tsx", "e2e/kills/main.ts", "--kills", "5"],
  { CHROMIUM_PATH },
);
for (const [script, fewestLines] of Object.entries(quickCommands))
  await quickStep(script, fewestLines, { CHROMIUM_PATH });
await step("browser tests of time", browserTests("timing"), { CHROMIUM_PATH });
// 77: it can't be run here, and has said why.
await step(
  "three databases and two servers under three faults",
  [process.execPath, "--import", "tsx", "cluster/main.ts", "--faults", "3"],
  {},
  [0, 77],
);
closeFlaky();
process.stdout.write("\nAll tests of a release passed.\n");
