import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));

/** The built product as a separate process, with its embedded database in a new folder, as `npm start` runs it. */
export async function startServerProcess(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "rounds-e2e-"));
  const { DATABASE_URL: _, ...inherited } = process.env;
  const server = spawn(process.execPath, [main], {
    env: { ...inherited, PORT: "0", HOST: "127.0.0.1", DATA_DIR: folder, LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  return {
    url: await Promise.race([
      addressFrom(server.stdout),
      ended.then(() => Promise.reject(new Error("It did not start"))),
    ]),
    async stop() {
      server.kill("SIGTERM");
      const [code] = await ended;
      await rm(folder, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The server ended with ${code}`);
    },
  };
}

async function addressFrom(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = / is at (http\S+)/.exec(line)?.[1];
    if (address) {
      // Further output must not fill the pipe.
      output.resume();
      return address;
    }
  }
  throw new Error("The server said no address");
}
