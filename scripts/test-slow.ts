import { closeFlaky, openFlaky } from "./flaky-tests.ts";
import { vitestStep } from "./step.ts";

// Upgrades, crashes, stops, clusters, the embedded PostgreSQL and the time of answers: too slow for every day.
// What a release needs beyond them: scripts/test-release.ts.
openFlaky();
await vitestStep("slow server tests, on the embedded PostgreSQL", ["slow"]);
closeFlaky();
process.stdout.write("\nAll slow tests passed.\n");
