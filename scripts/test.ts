import { findChromium } from "./chromium.ts";
import { closeFlaky, openFlaky } from "./flaky-tests.ts";
import { bin, browserTests, quietStep, step, vitestStep } from "./step.ts";

// What takes longer has a command of its own: scripts/test-slow.ts.

/** What the tests without a browser do not need. */
async function checkAndBuild() {
  await quietStep("lint and format", [bin("biome"), "check", "."]);
  await quietStep("types", ["npm", "run", "--silent", "types"]);
  await quietStep("build", [process.execPath, "--import", "tsx", "scripts/build-all.ts"]);
  // Playwright keeps what it has translated. Without names: none has an empty one.
  const listNone = ["--list", "--pass-with-no-tests", "--grep", "^$"];
  await quietStep("translation of the browser tests", [...browserTests("browser"), ...listNone]);
}

openFlaky();
// The tests often wait: they leave a sixth of two processors idle.
await Promise.all([
  checkAndBuild(),
  vitestStep("pure tests, pages and server, on the embedded PostgreSQL", [
    ...["tree", "domain", "bench", "simulation", "web", "web-page", "server"],
  ]),
]);
const CHROMIUM_PATH = await findChromium();
await step("browser", browserTests("browser"), { CHROMIUM_PATH });
closeFlaky();
process.stdout.write("\nAll tests passed.\n");
