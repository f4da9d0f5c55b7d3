import { guarded } from "@rounds/http/guarded.ts";
import type { RawData, WebSocket } from "ws";
import type { RealtimeLog } from "./listener.ts";

/** Messages of one socket that may wait for those before them. */
const maxInLine = 100;
/** Who would have to wait longer for his turn is cut off. */
const longestWait = 10_000;

/**
 * Takes what a socket says, one message after the other as they came: a leave must not overtake the join before it. A
 * socket that says more than may wait, or more bytes than it may, is not read from for a while, so that what it has to
 * say stays on its own side. `borrow` takes bytes and tells the milliseconds until they are paid back.
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

  function take(data: RawData, isBinary: boolean) {
    const wait = borrow((data as Buffer).length);
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
      .then(() => handle(data as Buffer, isBinary))
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
