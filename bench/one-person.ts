import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { connect as connectDatabase } from "@rounds/database/connect.ts";
import type { Pool } from "pg";
import { type Client, signUpAt } from "./kit/client.ts";
import { runWith, say } from "./kit/command.ts";
import { unlessQuick } from "./kit/quick.ts";
import { wholeNumbers } from "./kit/whole-numbers.ts";
import { withServer } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:one-person -- [--connections 60] [--requests 19] [--after 700] [--doctors 60000]
One person sends so many GET /api/today on each of so many connections and closes all of them after that many milliseconds.
A colleague reads a list of doctors and their own day: alone, while the connections are open, and once they are closed.
Says how long each took, and how long the database goes on with the person's statements. The doctors belong to nobody, so
they are everybody's. On an embedded database in a temporary folder, or with BENCH_DATABASE_URL on that server.`;

type Options = { connections: number; requests: number; after: number; doctors: number };

/** How often everything is measured; the medians are said. */
const rounds = unlessQuick(5, 1);
const paths = ["/api/doctors?page=1", "/api/today"];

async function main({ connections, requests, after, doctors }: Options): Promise<void> {
  const size = { visits: doctors, doctors, products: 200 };
  await withServer({ name: "rounds_bench_one_person", size }, async ({ server, settings }) => {
    const database = connectDatabase({ ...settings, max: 1 }, () => {});
    try {
      await database.pool.query("analyze");
      const colleague = await signUpAt(server.port);
      const read = () => Promise.all(paths.map((path) => millisecondsOf(colleague, path)));
      await read();
      const alone: number[][] = [];
      for (let round = 0; round < rounds; round++) alone.push(await read());
      say(`${connections} connections with ${requests} requests each, ${doctors} doctors`);
      const usual = medians(alone);
      tell("alone", usual, usual);
      // Somebody else each time: a person's requests of one minute are limited.
      const attack = async (milliseconds: number) => {
        const person = await signUpAt(server.port);
        person.close();
        return await flood(server.port, person, { connections, requests, milliseconds });
      };
      const during: number[][] = [];
      const closed: number[][] = [];
      const idle: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const sockets = await attack(after / 2);
        during.push((await Promise.all([read(), wait(after / 2).then(() => closeAll(sockets))]))[0]);
        closeAll(await attack(after));
        closed.push(await read());
        closeAll(await attack(after));
        idle.push(await untilIdle(database.pool));
      }
      tell("while the connections are open", medians(during), usual);
      tell("once they are closed", medians(closed), usual);
      say(`the database is idle ${Math.round(median(idle))} ms after they were closed`);
      colleague.close();
    } finally {
      await database.close();
    }
  });
}

/** Opens the connections, sends all requests and waits so many milliseconds. */
async function flood(
  port: number,
  { token }: Client,
  { connections, requests, milliseconds }: Record<"connections" | "requests" | "milliseconds", number>,
): Promise<Socket[]> {
  const request = `GET /api/today HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const sockets = Array.from({ length: connections }, () => connect(port, "127.0.0.1"));
  for (const socket of sockets) {
    socket.on("error", () => {});
    socket.resume().write(request.repeat(requests));
  }
  await wait(milliseconds);
  return sockets;
}

function closeAll(sockets: Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

async function millisecondsOf(client: Client, path: string): Promise<number> {
  const began = performance.now();
  await client.send("GET", path);
  return performance.now() - began;
}

/** Waits until no statement runs, and returns how many milliseconds that took. */
async function untilIdle(pool: Pool): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) from pg_stat_activity where datname = current_database() and state = 'active'
        and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if (rows[0]?.count === 0) return performance.now() - began;
    await wait(10);
  }
}

/** The median of each path. */
function medians(times: number[][]): number[] {
  return paths.map((_, index) => median(times.map((each) => each[index] as number)));
}

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;
}

function tell(when: string, times: number[], usual: number[]): void {
  const each = paths.map((path, index) => {
    const time = times[index] as number;
    return `${path} ${Math.round(time)} ms (${(time / (usual[index] as number)).toFixed(1)} times)`;
  });
  say(`${when}: ${each.join(", ")}`);
}

await runWith(
  (args) =>
    wholeNumbers(args, {
      connections: { usual: 60, quick: 5 },
      requests: { usual: 19, quick: 3 },
      after: { usual: 700, quick: 100 },
      doctors: { usual: 60_000, quick: 500 },
    }),
  usage,
  main,
);
