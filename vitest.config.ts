import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Pure tests: files share threads and modules, since starting a process for each takes longer than they do. */
const together = { pool: "threads", isolate: false } as const;

export default defineConfig({
  test: {
    // Most tests wait for the database: on two cores one worker, the default, leaves half of the machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: { name: "domain", root: "domain", include: ["**/*.test.ts"], testTimeout: 20_000, ...together },
      },
      {
        test: {
          name: "server",
          // The server and what it is made of.
          include: ["postgres", "database", "http", "auth", "realtime", "testkit", "server"].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          globalSetup: ["testkit/postgres.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Every test has a database and ports of its own, and no module holds state: loading the product's modules
          // anew for each file would take longer than most files' tests.
          isolate: false,
        },
      },
      {
        test: {
          name: "web",
          root: "web",
          include: ["src/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["src/testing/setup.ts"],
          // Far more than any needs: machines that run this may have more to do.
          testTimeout: 20_000,
        },
      },
      { test: { name: "bench", root: "bench", include: ["**/*.test.ts"], ...together } },
      {
        test: { name: "tree", root: "scripts", include: ["**/*.test.ts"], testTimeout: 20_000, ...together },
      },
    ],
  },
});
