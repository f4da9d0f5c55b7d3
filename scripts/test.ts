import { findChromium } from "./chromium.ts";
import { bin, step } from "./step.ts";

// What takes longer has a command of its own: scripts/test-slow.ts.

step("types", [bin("tsc"), "-b"]);
step("lint and format", [bin("biome"), "check", "."]);
step("pure tests, pages and server, on the embedded PostgreSQL", [
  bin("vitest"),
  "run",
  "--project",
  "!slow",
]);
step("build", [process.execPath, "--import", "tsx", "scripts/build-all.ts"]);
const CHROMIUM_PATH = await findChromium();
step("browser", [bin("playwright"), "test", "--config", "e2e/playwright.config.ts"], { CHROMIUM_PATH });
process.stdout.write("\nAll tests passed.\n");
