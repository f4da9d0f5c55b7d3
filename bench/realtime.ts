import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { signUp } from "@rounds/testkit/sign-in.ts";
import pg from "pg";
import WebSocket from "ws";
import { runWith, say } from "./kit/command.ts";
import { withServer } from "./kit/with-place.ts";
import { listen } from "./load/crowd.ts";
import { type Asked, readAsked, usage } from "./load/realtime-options.ts";

async function run({ clients, changes, seconds, listening }: Asked): Promise<void> {
  const sockets: WebSocket[] = [];
  const wanted = {
    ...{ name: "rounds_realtime", url: "", size: { visits: 100, doctors: 100, products: 10 } },
    // All clients are one person at one address, whose limit of sockets would be lower.
    env: { LIMIT_FACTOR: "1000" },
  };
  await withServer(wanted, async ({ server, settings }) => {
    try {
      const { access_token: token } = await signUp(`http://127.0.0.1:${server.port}`, "bench@rounds.example");
      const idle = await server.memory();
      const sentAt = new Map<number, number>();
      const delays: number[] = [];
      let received = 0;
      for (let at = 0; at < clients; at++) {
        const table = at < clients * listening ? "doctors" : "products";
        const socket = await listen(server.port, token, [table], {
          onPush: (text) => {
            received++;
            // One in fifty is parsed completely; parsing all would be the client's work, not the server's.
            if (received % 50 !== 0) return;
            const number = Number(/"hospital":"(\d+)"/.exec(text)?.[1]);
            const start = sentAt.get(number);
            if (start !== undefined) delays.push(performance.now() - start);
          },
        });
        sockets.push(socket);
      }
      const connected = await server.memory();
      say(`${clients} clients connected`);

      const client = new pg.Client(settings);
      await client.connect();
      const { rows } = await client.query("select id from doctors limit 100");
      const asking = startAsking(server.port, token);
      const begun = performance.now();
      let number = 0;
      while (performance.now() - begun < seconds * 1000) {
        const due = Math.floor(((performance.now() - begun) / 1000) * changes);
        for (; number < due; number++) {
          sentAt.set(number, performance.now());
          await client.query("update doctors set hospital = $1 where id = $2", [
            String(number),
            rows[number % rows.length].id,
          ]);
        }
        await wait(2);
      }
      const took = (performance.now() - begun) / 1000;
      const answers = await asking.end();
      await wait(3_000);
      const busy = await server.memory();
      await client.end();
      const expected = number * Math.ceil(clients * listening);
      delays.sort((left, right) => left - right);
      const at = (share: number) => delays[Math.floor(share * (delays.length - 1))]?.toFixed(0) ?? "none";
      say(
        `changes a second: ${(number / took).toFixed(0)}; pushes a second: ${(received / took).toFixed(0)}`,
      );
      say(
        `received: ${received} of ${expected} (${((100 * received) / Math.max(1, expected)).toFixed(2)} %)`,
      );
      say(
        `still connected: ${sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length} of ${clients}`,
      );
      say(`delay in ms: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(1)}`);
      const within = (share: number) =>
        answers[Math.floor(share * (answers.length - 1))]?.toFixed(0) ?? "none";
      say(
        `GET /api/doctors in ms, of ${answers.length}: median ${within(0.5)}, p95 ${within(0.95)}, most ${within(1)}`,
      );
      say(
        `memory in MB: idle ${mb(idle?.now)}, connected ${mb(connected?.now)}, after ${mb(busy?.now)}, most ${mb(busy?.most)}`,
      );
    } finally {
      for (const socket of sockets) socket.terminate();
    }
  });
}

/**
 * Requests the list of doctors from now on; `end` returns how long each answer took in milliseconds, shortest first.
 */
function startAsking(port: number, token: string): { end(): Promise<number[]> } {
  const workerData = { url: `http://127.0.0.1:${port}/api/doctors`, token, pause: 100 };
  const thread = new Worker(new URL("./load/asking-thread.mjs", import.meta.url), {
    workerData,
    execArgv: [],
  });
  const answered = once(thread, "message");
  return {
    async end() {
      thread.postMessage("end");
      const [took] = (await answered) as [number[]];
      return took.sort((left, right) => left - right);
    },
  };
}

function mb(value: number | undefined): string {
  return value === undefined ? "unknown" : value.toFixed(0);
}

await runWith(readAsked, usage, run);
