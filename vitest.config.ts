import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { startAtTestToday } from "./testkit/test-today.ts";

startAtTestToday();

/** Far more than any test needs: machines that run them may have more to do. Vitest's own limit is 5 seconds. */
const testTimeout = 120_000;

/** Pure tests: files share threads and modules, since starting a process for each takes longer than they do. */
const together = { pool: "threads", isolate: false, testTimeout } as const;

/** Tests on a real PostgreSQL, and some on the bundled product: the server and what it is made of. */
const server = {
  globalSetup: ["testkit/postgres.ts", "scripts/product-for-tests.ts"],
  testTimeout,
  hookTimeout: 180_000,
  // Every test has a database and ports of its own, and no module holds state: loading the product's modules anew for
  // each file would take longer than most files' tests.
  isolate: false,
};
/** Files that this run leaves out, with commas between the patterns: `--exclude` says nothing to projects. */
const leftOut = [...configDefaults.exclude, ...(process.env.TESTS_LEFT_OUT?.split(",") ?? [])];
const serverFiles = (ending: string) =>
  ["platform", "testkit", "server"].map((folder) => `${folder}/**/*${ending}.test.ts`);

/** Tests of the web that need a page beside those that render one: its storage, its address or its document. */
const inPage = [
  "src/{first-reads,query-keys}.test.ts",
  "src/api/**/*.test.ts",
  "src/account/{auth-call,factors}.test.ts",
  "src/offline/{browser-ports,early-store,start,write-here,reading/*}.test.ts",
  "src/visits/form/complete-visit.test.ts",
  "src/waiting/{entry,status}-words.test.ts",
  "src/shell/{show-loading,useShortcuts}.test.ts",
  "src/ui/browser/later-styles.test.ts",
  "src/sign-in/*.test.ts",
];

export default defineConfig({
  test: {
    // Most tests wait for the database: on two cores one worker, the default, leaves half of the machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: "domain",
          root: "domain",
          include: ["**/*.test.ts"],
          ...together,
        },
      },
      {
        test: {
          name: "server",
          include: serverFiles(""),
          exclude: [...leftOut, "**/*.slow.test.ts"],
          ...server,
        },
      },
      {
        // What takes too long for every day.
        test: { name: "slow", include: serverFiles(".slow"), exclude: leftOut, ...server },
      },
      {
        // The random cases once more, many times as many.
        test: {
          name: "random",
          include: serverFiles(".random"),
          exclude: leftOut,
          env: { MANY_CASES: "1" },
          ...server,
        },
      },
      {
        test: {
          name: "web",
          root: "web",
          include: ["src/**/*.test.ts"],
          // A page for each file takes longer than the file.
          exclude: inPage,
          ...together,
        },
      },
      {
        test: {
          name: "web-page",
          root: "web",
          include: ["src/**/*.test.tsx", ...inPage],
          environment: "jsdom",
          setupFiles: ["src/testing/setup.ts"],
          // What a file must not find of another is reset there.
          isolate: false,
          testTimeout,
        },
      },
      {
        // One world after another on one processor: see simulation/main.ts.
        test: {
          name: "simulation",
          root: "simulation",
          include: ["**/*.test.ts"],
          ...together,
        },
      },
      { test: { name: "bench", root: "bench", include: ["**/*.test.ts"], ...together } },
      {
        test: { name: "tree", root: "scripts", include: ["**/*.test.ts"], ...together },
      },
    ],
  },
});
