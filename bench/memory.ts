import type { ConnectionSettings } from "../server/src/database/connect.ts";
import { signUpAt } from "./client.ts";
import type { Request } from "./requests.ts";
import { startServerProcess } from "./server-process.ts";

/** How many of each request, and how many exports, are under way at once. */
const atOnce = 8;

/** The most memory (MB of 2^20 bytes) that the server's process held up to then. */
export type Memory = { started: number; requested: number; exported: number };

/**
 * What the built server's process needs: after its start, after every request several times at once, and after
 * exports at once. Undefined where the system keeps no such figure.
 */
export async function measureMemory(
  settings: ConnectionSettings,
  requests: readonly Request[],
): Promise<Memory | undefined> {
  const server = await startServerProcess(settings);
  const peak = async () => (await server.memory())?.most;
  try {
    const started = await peak();
    if (started === undefined) return undefined;
    const client = await signUpAt(server.port);
    const sendAtOnce = (path: string) =>
      Promise.all(Array.from({ length: atOnce }, () => client.send("GET", path)));
    for (const { path } of requests) await sendAtOnce(path);
    const requested = (await peak()) ?? started;
    for (let round = 0; round < 5; round++) await sendAtOnce("/api/inventory/export");
    const exported = (await peak()) ?? requested;
    client.close();
    return { started, requested, exported };
  } finally {
    await server.stop();
  }
}
