import { useSyncExternalStore } from "react";
import type { Operation, WrittenOffline } from "../../phone/entry.ts";
import type { Phone } from "../../phone/phone-state.ts";
import { createSubscribers } from "../subscribers.ts";

/** Saves through the phone: durable first, then sent. `direct` sends it without. */
type Write = <Answer>(operation: Operation, direct: () => Promise<Answer>) => Promise<Answer>;
/**
 * The words beside a product's stock for the units that wait on this phone: "3 wait on this phone"; empty if none does. Of
 * the server's stock (`units`), which counts them still, also what is left: "7 left, 3 wait on this phone".
 */
export type StockWords = (product_id: string, units?: number) => string;
/** The phone with what the API client does through it. */
type InSlot = {
  /** After signing out: removes what is kept of the person, or all but the entries that are not sent. */
  leave: (locked: boolean) => Promise<void>;
  phone: Phone;
  write: Write;
  waiting: (noun: WrittenOffline) => readonly { id: string }[];
  /** Another function once its words change; undefined while no units wait. */
  stockWords: () => StockWords | undefined;
};

let current: InSlot | undefined;
let stopHearing = () => {};
const { subscribe, notify } = createSubscribers();
/**
 * What waits while nothing does, before the phone is open and after: with another array a list would count as another
 * one, and forget what it is about to print.
 */
export const nothing: readonly never[] = [];

/** The phone of the signed-in person: undefined until it is loaded, and where the browser offers no store for it. */
export function currentPhone(): Phone | undefined {
  return current?.phone;
}

/** How many entries on this phone are not sent yet. */
export function countUnsent(): number {
  return current?.phone.state().outbox.length ?? 0;
}

/** Puts the phone in its place, or takes it away. */
export function setPhone(next: InSlot | undefined): void {
  stopHearing();
  current = next;
  stopHearing = next ? next.phone.subscribe(notify) : () => {};
  notify();
}

/** Calls the listener whenever the phone's state changes, or another phone, or none, is in the place. */
export const onPhone = subscribe;

/**
 * What removes all that this device keeps of the person who is still signed in; `locked` keeps the entries that are not
 * sent. Ask before the session ends: then the phone is gone from its place.
 */
export async function phoneLeaver(): Promise<InSlot["leave"]> {
  if (!current) await phoneOpened();
  return current?.leave ?? (() => Promise.resolve());
}

/** The rows of a noun that wait on the phone, as lists show them; the same array until they change. */
export function waitingRows(noun: WrittenOffline): readonly { id: string }[] {
  return current ? current.waiting(noun) : nothing;
}

/** What is said beside a product's stock; undefined while no units wait on this phone. The words come with the phone's code. */
export function useStockWords(): StockWords | undefined {
  return useSyncExternalStore(onPhone, () => current?.stockWords());
}

let open: (() => Promise<void>) | undefined;

/** How the phone is opened if it is needed before the page was quiet. */
export function openPhoneWith(next: () => Promise<void>): void {
  open = next;
}

export function canOpenPhone(): boolean {
  return open !== undefined;
}

/** Ends when the phone is open, or can't be within some seconds. */
export async function phoneOpened(): Promise<void> {
  await open?.().catch(() => {});
}

/**
 * Writes a doctor, a visit or a skip: kept on the phone before it is sent, so that nothing is lost, also right after the start;
 * without a phone, sent directly. Throws an `ApiError` if the server refuses it, as a direct call does.
 */
export async function write<Answer>(operation: Operation, direct: () => Promise<Answer>): Promise<Answer> {
  if (!current) await phoneOpened();
  return await (current ? current.write(operation, direct) : direct());
}
