import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findChromium } from "./chromium.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const debianPostgres = "/usr/lib/postgresql/15/bin";

/** Runs one step of the tests, in the project's folder, with its output shown. */
function step(name: string, command: string[], env: Record<string, string> = {}) {
  process.stdout.write(`\n— ${name}\n`);
  const [program = "", ...args] = command;
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (status !== 0) {
    process.stdout.write(`\nFailed: ${name}\n`);
    process.exit(status ?? 1);
  }
}

const bin = (name: string) => `${root}/node_modules/.bin/${name}`;

step("types", [bin("tsc"), "-b"]);
step("lint and format", [bin("biome"), "check", "."]);
step("unit and server, on the embedded PostgreSQL", [bin("vitest"), "run"]);
if (existsSync(debianPostgres)) {
  // What asks the database something of its own: not the launcher, which tries both versions by itself, nor what is
  // about requests, processes and sign-ins; those meet this version in the cluster's test. With fewer random rounds.
  const elsewhere = [
    "{auth,http,postgres,database/cluster}/**",
    "server/src/*.test.ts",
    "server/src/{api,commands,metrics,several-servers}/**",
    "server/src/whole/{upgrade,cluster,cluster-failover,closing,origins,pipelining,raw-requests,listen,malformed-requests,mass-assignment,auth-gateway,sessions-of-others,rolling-stop}.test.ts",
  ];
  const without = elsewhere.flatMap((files) => ["--exclude", files]);
  step(
    "server, on the PostgreSQL 15 of this machine",
    [bin("vitest"), "run", "--project", "server", ...without],
    { POSTGRES_BIN: debianPostgres, CRASH_ROUNDS: "5", ROUNDS: "40" },
  );
}
step("build", [process.execPath, "--import", "tsx", "scripts/build-all.ts"]);
const CHROMIUM_PATH = await findChromium();
step("browser", [bin("playwright"), "test", "--config", "e2e/playwright.config.ts"], { CHROMIUM_PATH });
process.stdout.write("\nAll tests passed.\n");
