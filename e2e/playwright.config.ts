import { defineConfig, devices } from "@playwright/test";

// The server runs in the tests' process: it must keep the business's days although its own zone is another.
process.env.TZ = "UTC";

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  outputDir: "results",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Every test has a database of its own, so two can run at once.
  workers: 2,
  // Tells a defect from a machine that had no time; the report names a test that needed it as flaky.
  retries: 1,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    locale: "en-IN",
    // Recording costs a test more than its own work: only one that failed is recorded, when it is tried again.
    trace: { mode: "on-first-retry", screenshots: false },
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
      ],
    },
  },
});
