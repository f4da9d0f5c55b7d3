import { measure, type Timing } from "../kit/measure.ts";
import { unlessQuick } from "../kit/quick.ts";
import type { Crowd } from "./crowd.ts";
import { type Load, loadOf, type Machine } from "./load.ts";
import type { Request } from "./requests.ts";

/** How many clients there are when requests a second are counted. */
export const askers = unlessQuick(32, 4);
const loadMs = unlessQuick(1000, 100);

/** The measurements of one request over HTTP: by one person after another, and by many at once. */
export type ListTimes = { http: Timing; load: Load };

/** Requests one list alone, then 32 times at once. */
export async function measureList(machine: Machine, crowd: Crowd, { path }: Request): Promise<ListTimes> {
  const ask = () => crowd.send("GET", path);
  return { http: await measure(ask), load: await loadOf(machine, askers, loadMs, ask) };
}

/** The most memory (MB of 2^20 bytes) that the server's process had used by then. */
export type Memory = { started: number; requested: number; exported: number };

const exportsAtOnce = 4;

/** How many exports there are. */
export const exports = unlessQuick(40, 4);

/** Exports by different people, several at once. */
export async function exportMany(crowd: Crowd): Promise<void> {
  const one = () => crowd.send("GET", "/api/inventory/export");
  for (let round = 0; round < exports / exportsAtOnce; round++) {
    await Promise.all(Array.from({ length: exportsAtOnce }, one));
  }
}
