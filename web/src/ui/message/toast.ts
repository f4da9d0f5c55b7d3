import { useSyncExternalStore } from "react";
import { createSubscribers } from "../../api/subscribers.ts";
import type { Target } from "../../paths.ts";

type ToastType = "success" | "error" | "warning" | "info";
export type Toast = {
  id: number;
  type: ToastType;
  text: string;
  duration: number;
  lead?: string;
  link?: ToastLink;
  also?: ToastLink;
};

/** The link of a toast, or the button in its place; `undoes` names what it takes back. */
export type ToastLink = { label: string } & (
  | { target: Target; undoes?: never }
  | { run: () => void; undoes?: string }
);

export type ToastOptions = {
  /** How long it stays, in milliseconds; 0 or less: until it is closed. */
  duration?: number;
  /** Shown first, above the text: what the person can fix. */
  lead?: string;
  /** Where to go from it. */
  link?: ToastLink;
  /** A second one beside it. */
  also?: ToastLink;
};

/** The newest, and below it the last two before that offer Undo. Others may contradict it. */
let toasts: readonly Toast[] = [];
let lastId = 0;
const { subscribe, notify } = createSubscribers();

function set(next: readonly Toast[]) {
  toasts = next;
  notify();
}

function show(type: ToastType, text: string, { duration = 3000, ...options }: ToastOptions = {}): number {
  lastId += 1;
  const undoable = toasts.filter((toast) => toast.link?.undoes).slice(0, 2);
  set([{ id: lastId, type, text, duration, ...options }, ...undoable]);
  return lastId;
}

/** A short message at the top right. Each call returns an id for `toast.close`. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show("success", text, options),
  error: (text: string, options?: ToastOptions) => show("error", text, options),
  warning: (text: string, options?: ToastOptions) => show("warning", text, options),
  info: (text: string, options?: ToastOptions) => show("info", text, options),
  close: (id: number) => set(toasts.filter((toast) => toast.id !== id)),
  closeAll: () => set([]),
};

/** The toasts that are shown now, newest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}
