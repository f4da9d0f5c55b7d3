import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Where ports are looked for, both ends included: below those that Linux (from 32768), macOS and Windows (from 49152) give to
 * outgoing connections and to whoever asks for any port. One of those may be taken before it is used.
 */
const range = { from: 20_000, to: 32_000 };

const tries = 100;

/** A port of 127.0.0.1 that nobody listens on just now. Throws if there is none after a hundred tries. */
export async function freePort({ from, to } = range): Promise<number> {
  for (let tried = 0; tried < tries; tried++) {
    const port = randomInt(from, to + 1);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port on 127.0.0.1");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
