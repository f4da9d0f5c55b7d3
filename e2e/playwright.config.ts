import { defineConfig, devices } from "@playwright/test";
import { startAtTestToday } from "@rounds/testkit/test-today.ts";
import type { TestFixtures } from "./kit/fixtures.ts";

startAtTestToday();

// The server runs in the tests' process: it must use the business's days although its own zone is another.
process.env.TZ = "UTC";

const executablePath = process.env.CHROMIUM_PATH;

const disabledFeatures = [
  // Two pages of the browser's own window, which no test sees: every window that a test opens loads them, in a process
  // of their own, for a quarter of the time that all tests take.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  // A second list replaces Playwright's own, so what concerns these tests is repeated.
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  // Every test's product has an address of its own; a process in advance for each of them is wasted.
  "IsolateOrigins",
  "site-per-process",
  "SpareRendererForSitePerProcess",
];

export default defineConfig<Pick<TestFixtures, "loadsAhead">>({
  testDir: ".",
  // As elsewhere, what is too slow for every day says so in its name: screen by screen at every width and in both themes.
  projects: [
    { name: "browser", testMatch: "*.e2e.ts", testIgnore: "*.slow.e2e.ts" },
    { name: "slow", testMatch: "*.slow.e2e.ts", use: { loadsAhead: true } },
    // One after another, once more: how soon something happens can't be measured beside other tests.
    { name: "timing", testMatch: "*.e2e.ts", grep: /@timing/, workers: 1 },
  ],
  outputDir: "results",
  globalSetup: "./kit/bundle-product.ts",
  // What is bundled there needs no translation.
  build: { external: ["**/.build/**"] },
  // Far more than any needs: machines that run this may have more to do.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Every test has a database of its own, so they can run at once. One more than two processors: tests also wait.
  workers: 3,
  // On a second try in continuous integration, a test is flaky at best: the run names it, and has few of them or fails.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["../scripts/flaky-reporter.ts"]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    locale: "en-IN",
    // Recording takes longer than a test itself; a failure shows its steps and what the page showed.
    trace: "off",
    screenshot: "only-on-failure",
    // A worker answers from what it kept, past what a test does to requests; tests of starting without a connection
    // allow it.
    serviceWorkers: "block",
    // Drawing each step of a motion takes processor time. The main job and the frame of the screens have it.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-site-isolation-trials",
        `--disable-features=${disabledFeatures.join(",")}`,
      ],
    },
  },
});
