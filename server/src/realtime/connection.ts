import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import { guarded } from "../http/guarded.ts";
import type { Connection } from "./channel.ts";
import { type Version, writeBinary, writeText } from "./frames.ts";
import type { RealtimeLog } from "./listener.ts";

/** What may wait for a client that does not read, in bytes; more, and it is cut off. */
const maxWaiting = 4 * 1024 * 1024;
/** Messages of one connection in a second, with room for a burst. */
const messagesPerSecond = 100;
const burst = 200;

/** The TCP connection that carries a WebSocket. */
function beneath(socket: WebSocket): Socket {
  return (socket as WebSocket & { _socket: Socket })._socket;
}

/** The connection of a socket; `onSent` is told of each message, `onCut` when a slow client was cut off. */
export function openConnection(
  socket: WebSocket,
  {
    version,
    key,
    log,
    onSent,
    onCut,
  }: { version: Version; key: string; log: RealtimeLog; onSent(messages: number): void; onCut(): void },
): Connection {
  const timers = new Set<NodeJS.Timeout>();
  socket.on("close", () => {
    for (const timer of timers) clearTimeout(timer);
  });
  let credit = burst;
  let countedAt = 0;

  /** Whether the socket takes more; a client that does not read is cut off. */
  function takes(): boolean {
    if (socket.readyState !== socket.OPEN) return false;
    if (socket.bufferedAmount <= maxWaiting) return true;
    onCut();
    socket.terminate();
    return false;
  }

  function deliver(data: string | Buffer): void {
    if (!takes()) return;
    socket.send(data);
    onSent(1);
  }

  return {
    id: randomUUID(),
    version,
    channels: new Map(),
    key,
    send: (message) => deliver(writeText(version, message)),
    sendFrames(bytes, messages) {
      if (!takes()) return;
      // Beneath the library, which would frame the same message for every socket. It writes at once what it is given
      // (nothing is compressed here), so the order is kept.
      beneath(socket).write(bytes);
      onSent(messages);
    },
    sendBytes: (topic, event, payload) => deliver(writeBinary(topic, event, payload)),
    takeTurn(now) {
      credit = Math.min(burst, credit + ((now - countedAt) / 1000) * messagesPerSecond);
      countedAt = now;
      if (credit < 1) return false;
      credit -= 1;
      return true;
    },
    later(milliseconds, task) {
      const safely = guarded(log, "a realtime connection could not be told later", task);
      const timer = setTimeout(() => {
        timers.delete(timer);
        safely();
      }, milliseconds);
      timers.add(timer);
    },
    close: (code, reason) => socket.close(code, reason),
    isOpen: () => socket.readyState === socket.OPEN,
  };
}
