import { once } from "node:events";
import { expect, test } from "vitest";
import WebSocket from "ws";
import { startLive } from "./testing/live.ts";

test("a stopping server disconnects its clients one after another, and accepts no more", async () => {
  const live = await startLive(undefined, { limit_factor: 10 });
  const address = `${live.url}/realtime/v1/websocket?apikey=public&vsn=2.0.0`;
  const sockets = Array.from({ length: 200 }, () => new WebSocket(address));
  await Promise.all(sockets.map((socket) => once(socket, "open")));
  const left: number[] = [];
  const codes = new Set<number>();
  for (const socket of sockets) {
    socket.on("close", (code) => {
      left.push(performance.now());
      codes.add(code);
    });
  }
  const stopped = live.realtime.stop();
  const late = new WebSocket(address);
  const [, refusal] = await once(late, "unexpected-response");
  expect(refusal.statusCode).toBe(503);
  refusal.resume();
  await stopped;
  await expect.poll(() => left.length, { timeout: 20_000 }).toBe(200);
  expect([...codes]).toEqual([1012]);
  // Spread over a second at random: the chance that all come so close together is less than one in 2^200.
  expect(Math.max(...left) - Math.min(...left)).toBeGreaterThan(500);
  await live.stop();
});
