import { existsSync } from "node:fs";
import { bin, step } from "./step.ts";

const debianPostgres = "/usr/lib/postgresql/15/bin";

// Upgrades, crashes, stops, clusters, the embedded PostgreSQL, the time of answers, and many random cases.
step("slow server tests, on the embedded PostgreSQL", [bin("vitest"), "run", "--project", "slow"]);
if (existsSync(debianPostgres)) {
  // What asks the database something of its own: not the launcher, which tries both versions by itself, nor what is
  // about requests, processes and sign-ins; those meet this version in the cluster's test. With fewer random rounds.
  const elsewhere = [
    "{auth,http,postgres,database/cluster}/**",
    "server/src/*.test.ts",
    "server/src/{api,commands,metrics,several-servers}/**",
    "server/src/whole/{upgrade,cluster,cluster-failover,listen,rolling-stop}.slow.test.ts",
    "server/src/whole/{closing,origins,pipelining,raw-requests,mass-assignment,auth-gateway,sessions-of-others}.test.ts",
    "server/src/whole/malformed-requests.random.test.ts",
  ];
  const without = elsewhere.flatMap((files) => ["--exclude", files]);
  step(
    "server, on the PostgreSQL 15 of this machine",
    [bin("vitest"), "run", "--project", "server", "--project", "slow", ...without],
    { POSTGRES_BIN: debianPostgres, CRASH_ROUNDS: "5", ROUNDS: "40" },
  );
}
process.stdout.write("\nAll slow tests passed.\n");
