import { closeFlaky, openFlaky } from "./flaky-tests.ts";
import { vitestStep } from "./step.ts";

// Upgrades, crashes, stops, clusters, the embedded PostgreSQL and the time of answers: too slow for every day.
// What a release needs beyond them: scripts/test-release.ts.
openFlaky();
// One worker more than two processors: these tests often wait for processes to start and stop.
await vitestStep("slow server tests, on the embedded PostgreSQL", ["slow"], {}, ["--maxWorkers", "3"]);
closeFlaky();
process.stdout.write("\nAll slow tests passed.\n");
