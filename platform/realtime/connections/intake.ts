import { guarded } from "@rounds/http/guarded.ts";
import type { RawData, WebSocket } from "ws";
import type { RealtimeLog } from "./listener.ts";

/** How many messages of one socket may wait for those before them. */
const maxInLine = 100;
/** A socket that would have to wait longer is disconnected. */
const longestWait = 10_000;

/**
 * Handles a socket's messages one after another, in order: a leave must not overtake the join before it. A socket that
 * sends more messages than may wait, or more bytes than allowed, is not read from for a while, so that its data stays
 * on its own side. `borrow` takes bytes and returns the milliseconds until they are paid back.
 */
export function takeIn(
  socket: WebSocket,
  log: RealtimeLog,
  {
    borrow,
    handle,
  }: { borrow(bytes: number): number; handle(data: Buffer, isBinary: boolean): Promise<void> },
): void {
  let line = Promise.resolve();
  let inLine = 0;
  let debt: NodeJS.Timeout | undefined;

  function readOn(): void {
    if (debt === undefined && inLine < maxInLine && socket.isPaused) socket.resume();
  }

  function take(raw: RawData, isBinary: boolean) {
    // One buffer: ws gives something else only where `binaryType` says so.
    const data = raw as Buffer;
    const wait = borrow(data.length);
    if (wait > longestWait) return socket.terminate();
    if (wait > 0) {
      clearTimeout(debt);
      debt = setTimeout(() => {
        debt = undefined;
        readOn();
      }, wait);
    }
    if (++inLine >= maxInLine || debt !== undefined) socket.pause();
    line = line
      .then(() => handle(data, isBinary))
      .catch((error: unknown) => log.warn({ err: error }, "a realtime message could not be answered"))
      .then(() => {
        inLine--;
        readOn();
      });
  }

  socket.on(
    "message",
    guarded(log, "a realtime message could not be taken", take, () => socket.terminate()),
  );
  socket.on("close", () => clearTimeout(debt));
}
