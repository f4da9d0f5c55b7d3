import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { guarded } from "@rounds/http/guarded.ts";
import type { WebSocket } from "ws";
import type { Person } from "../limits/people.ts";
import type { Connection } from "./channel.ts";
import { type Version, writeBinary, writeText } from "./frames.ts";
import type { RealtimeLog } from "./listener.ts";

/** How many bytes may wait for a client that does not read; with more, it is disconnected. */
const maxWaiting = 4 * 1024 * 1024;
/** A client that has not read waiting data for this long is disconnected too. */
const stuckMilliseconds = 60_000;
/** Clients close a socket 50 seconds after they have left its last channel; the server closes it for others. */
const uselessMilliseconds = 90_000;

/** The TCP connection that carries a WebSocket; ws has it, and its types do not tell. */
function beneath(socket: WebSocket): Socket {
  return (socket as WebSocket & { _socket: Socket })._socket;
}

/** The connection of a socket; `onSent` is called for each message, `onCut` when a slow client was disconnected. */
export function openConnection(
  socket: WebSocket,
  {
    version,
    key,
    hearsNews,
    log,
    stranger,
    onSent,
    onCut,
    onAdmit,
  }: {
    version: Version;
    key: string;
    hearsNews: boolean;
    log: RealtimeLog;
    /** The limits until somebody shows a valid token. */
    stranger: { tryMessage(): boolean };
    onSent(messages: number): void;
    onCut(): void;
    onAdmit(): void;
  },
): Connection {
  const timers = new Set<NodeJS.Timeout>();
  socket.on("close", () => {
    for (const timer of timers) clearTimeout(timer);
    if (person) person.sockets--;
  });
  let person: Person | undefined;
  let movedBytes = 0;
  let movedAt = performance.now();
  let memberAt = movedAt;

  function cutOff(): void {
    onCut();
    socket.terminate();
  }

  /** Whether the socket accepts more; a client that does not read is disconnected. */
  function takes(): boolean {
    if (socket.readyState !== socket.OPEN) return false;
    if (socket.bufferedAmount <= maxWaiting) return true;
    cutOff();
    return false;
  }

  function deliver(data: string | Buffer): void {
    if (!takes()) return;
    socket.send(data);
    onSent(1);
  }

  const connection: Connection = {
    id: randomUUID(),
    version,
    channels: new Map(),
    key,
    hearsNews,
    send: (message) => deliver(writeText(version, message)),
    sendFrames(bytes, messages) {
      if (!takes()) return;
      // Below the library, which would frame the same message for every socket. The library writes at once (nothing is
      // compressed here), so the order is kept.
      beneath(socket).write(bytes);
      onSent(messages);
    },
    sendBytes: (topic, event, payload) => deliver(writeBinary(topic, event, payload)),
    person: () => person,
    admit(admitted) {
      if (person === admitted) return;
      if (person) person.sockets--;
      person = admitted;
      person.sockets++;
      onAdmit();
    },
    tryMessage: () => (person ? person.messages.take(1) : stranger.tryMessage()),
    check() {
      const now = performance.now();
      const { bytesWritten, writableLength } = beneath(socket);
      const moved = bytesWritten - writableLength;
      if (writableLength === 0 || moved !== movedBytes) movedAt = now;
      movedBytes = moved;
      if (connection.channels.size > 0) memberAt = now;
      if (now - movedAt > stuckMilliseconds) cutOff();
      else if (now - memberAt > uselessMilliseconds) socket.terminate();
    },
    later(milliseconds, task) {
      const safely = guarded(log, "a delayed realtime message could not be sent", task);
      const timer = setTimeout(() => {
        timers.delete(timer);
        safely();
      }, milliseconds);
      timers.add(timer);
    },
    close: (code, reason) => socket.close(code, reason),
    isOpen: () => socket.readyState === socket.OPEN,
  };
  return connection;
}
