import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ConfigError } from "@rounds/http/config-error.ts";
import { checkListening, isForUs } from "@rounds/http/listen.ts";
import { freePort } from "@rounds/postgres/free-port.ts";
import { createTestDatabase, type TestDatabase, urlOf } from "@rounds/testkit/database.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { productFile } from "../testing/product-process.ts";

vi.setConfig({ testTimeout: 180_000 });
const longestWait = 90_000;

const root = fileURLToPath(new URL("../../..", import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
const managers: { kill(): void }[] = [];
afterAll(async () => {
  for (const manager of managers) manager.kill();
  await database.close();
});

/**
 * Holds a listening socket as systemd does, and starts one product after another on it: for each line of input it
 * starts one, prints its process id, waits for its end and prints the exit code.
 */
const manager = `while read -r _; do
  sh -c 'export LISTEN_FDS=1 LISTEN_PID=$$; exec "$0" "$1"' "$0" "$1" & echo "pid $!"
  wait $!; echo "ended $?"
done`;

async function startManager(host: string) {
  const port = await freePort();
  const server = createServer().listen(port, host);
  await once(server, "listening");
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
  const child = spawn("sh", ["-c", manager, process.execPath, productFile("main")], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: tmpdir(), DATABASE_URL: urlOf(database) },
    stdio: ["pipe", "pipe", "pipe", fd],
  });
  // The manager keeps its own copy.
  server.close();
  await once(server, "close");
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => lines.push(line));
  const linesOf = (word: string) => lines.filter((line) => line.startsWith(`${word} `));
  const newest = () => Number(linesOf("pid").at(-1)?.split(" ")[1]);
  const started = {
    url: `http://127.0.0.1:${port}`,
    errors: () => said,
    start: () => void child.stdin?.write("start\n"),
    /** Tells the newest product to stop. */
    stop: () => void process.kill(newest(), "SIGTERM"),
    /** How many have ended, and how. */
    ended: () => linesOf("ended"),
    served: () => lines.filter((line) => line.includes(" is at ")).length,
    async end() {
      const gone = once(child, "exit");
      child.stdin?.end();
      await gone;
    },
    /** Cleans up after a failed test. */
    kill() {
      if (linesOf("pid").length > linesOf("ended").length) process.kill(newest(), "SIGKILL");
      if (child.exitCode === null) child.kill("SIGKILL");
    },
  };
  managers.push(started);
  return started;
}

/** Sends requests again and again, with or without keeping the connection; returns the errors. */
function keepAsking(url: string, keepAlive: boolean) {
  const agent = new Agent({ keepAlive, maxSockets: 1 });
  const failures: string[] = [];
  let stopped = false;
  let answered = 0;
  const once = () =>
    new Promise<void>((resolve) => {
      const failed = (error: Error) => {
        failures.push(String(error));
        resolve();
      };
      get(`${url}/healthz`, { agent }, (answer) => {
        if (answer.statusCode !== 200) failures.push(String(answer.statusCode));
        answer.resume().on("end", resolve).on("error", failed);
      }).on("error", failed);
    });
  const running = (async () => {
    while (!stopped) {
      await once();
      answered++;
    }
    agent.destroy();
  })();
  return {
    failures,
    answered: () => answered,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

test.skipIf(process.platform === "win32")(
  "a socket that is handed over refuses nothing while one product follows another",
  async () => {
    const manager = await startManager("127.0.0.1");
    manager.start();
    const clients = [true, true, false, false].map((keepAlive) => keepAsking(manager.url, keepAlive));
    const untilAnswered = async (more: number) => {
      const before = clients.map((client) => client.answered());
      const all = () => clients.every((client, at) => client.answered() >= (before[at] ?? 0) + more);
      await expect.poll(all, { timeout: longestWait }).toBe(true);
    };
    await untilAnswered(50);
    for (let restarts = 1; restarts <= 2; restarts++) {
      manager.start();
      manager.stop();
      await expect.poll(() => manager.ended().length, { timeout: longestWait }).toBe(restarts);
      await untilAnswered(50);
    }
    await Promise.all(clients.map((client) => client.stop()));
    expect(manager.served()).toBe(3);
    manager.stop();
    await manager.end();
    expect(manager.ended()).toEqual(["ended 0", "ended 0", "ended 0"]);
    expect(clients.flatMap(({ failures }) => failures)).toEqual([]);
  },
);

test.skipIf(process.platform === "win32")(
  "a socket that others reach is not taken for one of this machine",
  async () => {
    const manager = await startManager("0.0.0.0");
    manager.start();
    await expect.poll(() => manager.ended(), { timeout: longestWait }).toEqual(["ended 1"]);
    expect(manager.errors()).toContain("listens on 0.0.0.0, where others reach it: set HOST=0.0.0.0");
    await manager.end();
  },
);

test("if nobody can listen, that is reported before anything is started", async () => {
  await expect(checkListening({ host: "127.0.0.1", port: 0 })).resolves.toBeUndefined();
  await expect(checkListening({ host: "192.0.2.1", port: 0 })).rejects.toThrow(
    "is not an address of this machine",
  );
  await expect(checkListening({ host: "rounds.invalid", port: 0 })).rejects.toThrow(
    /^HOST=rounds\.invalid is a name (that has no address|whose address can't be looked up)$/,
  );
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  const taken = checkListening({ host: "127.0.0.1", port });
  await expect(taken).rejects.toThrow(ConfigError);
  await expect(taken).rejects.toThrow("Another program uses this port");
  other.close();
});

test("a socket for another process, or for none, is left alone", () => {
  expect(isForUs({})).toBe(false);
  expect(isForUs({ LISTEN_PID: "1", LISTEN_FDS: "1" })).toBe(false);
  expect(isForUs({ LISTEN_PID: String(process.pid), LISTEN_FDS: "1" })).toBe(true);
  expect(() => isForUs({ LISTEN_PID: String(process.pid), LISTEN_FDS: "2" })).toThrow("takes one socket");
});
