import { findChromium } from "./chromium.ts";
import { closeFlaky, openFlaky } from "./flaky-tests.ts";
import { bin, browserTests, step, vitestStep } from "./step.ts";

// What takes longer has a command of its own: scripts/test-slow.ts.

openFlaky();
// The first uses one processor only.
await Promise.all([
  step("types", [bin("tsc"), "-b"]),
  step("lint and format", [bin("biome"), "check", "."]).then(() =>
    step("build", [process.execPath, "--import", "tsx", "scripts/build-all.ts"]),
  ),
]);
await vitestStep("pure tests, pages and server, on the embedded PostgreSQL", [
  ...["tree", "domain", "bench", "simulation", "web", "web-page", "server"],
]);
const CHROMIUM_PATH = await findChromium();
await step("browser", browserTests("browser"), { CHROMIUM_PATH });
closeFlaky();
process.stdout.write("\nAll tests passed.\n");
