import type { Method } from "@rounds/domain/contract/route.ts";
import { sessionState } from "../session/session.ts";
import { canOpenPhone, phoneOpened } from "./phone-slot.ts";

/** A read, as the phone is asked it. */
export type Asked = { path: string; params: Record<string, string>; query: object };
/** Gives the server's answer, or the phone's if the server is silent or can't be reached. */
export type ReadHere = (asked: Asked, reading: Promise<unknown>) => Promise<unknown>;

/** How long the server may be silent before the phone is asked, in milliseconds. */
export const longestWait = 800;

/** Requests whose answer the phone gave meanwhile. */
export const lateReadings = new Set<Promise<unknown>>();

/** What the server answered a person before the phone was open: the first answers. */
export const readBefore: { asked: Asked; data: unknown; person: string | undefined }[] = [];
const maxBefore = 20;

let readHere: ReadHere | undefined;

/** Lets the phone answer, or nobody. */
export function readWith(next: ReadHere | undefined): void {
  readHere = next;
}

/** The answer to a read: the server's, or the phone's if it has one and the server has none. */
export async function readOrFromPhone(
  method: Method,
  asked: Asked,
  reading: Promise<unknown>,
): Promise<unknown> {
  if (method !== "GET" || !(readHere || canOpenPhone())) return await reading;
  if (!readHere) {
    const wait = new Promise((resolve) => setTimeout(resolve, navigator.onLine ? longestWait : 0));
    const isRead = reading.then(
      () => true,
      () => false,
    );
    if (await Promise.race([isRead, wait])) {
      const data = await reading;
      if (readBefore.length < maxBefore) readBefore.push({ asked, data, person: sessionState().user?.id });
      return data;
    }
    await phoneOpened();
  }
  return await (readHere ? readHere(asked, reading) : reading);
}
