// Requests the list of doctors again and again, in a separate thread so that nothing else of the bench delays it. When
// told to end, it returns the duration of each request in milliseconds; a failed one counts as Infinity.
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const { url, token, pause } = workerData;
const took = [];
let ended = false;
parentPort.once("message", () => {
  ended = true;
});
while (!ended) {
  const asked = performance.now();
  try {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await answer.text();
    took.push(answer.ok ? performance.now() - asked : Number.POSITIVE_INFINITY);
  } catch {
    took.push(Number.POSITIVE_INFINITY);
  }
  await wait(pause);
}
parentPort.postMessage(took);
