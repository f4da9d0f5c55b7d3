import { useSyncExternalStore } from "react";

export type ToastType = "success" | "error" | "warning" | "info";
export type Toast = { id: number; type: ToastType; text: string; duration: number };

/** How long a toast stays, in milliseconds; 0 or less: until it is closed. */
type Options = { duration?: number };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(type: ToastType, text: string, { duration = 3000 }: Options = {}): number {
  lastId += 1;
  // The same words again replace what still shows, so that a repeated failure does not pile up.
  const others = toasts.filter((toast) => toast.text !== text || toast.type !== type);
  set([...others, { id: lastId, type, text, duration }].slice(-5));
  return lastId;
}

/** A short message at the top right. Each call returns an id for `toast.close`. */
export const toast = {
  success: (text: string, options?: Options) => show("success", text, options),
  error: (text: string, options?: Options) => show("error", text, options),
  warning: (text: string, options?: Options) => show("warning", text, options),
  info: (text: string, options?: Options) => show("info", text, options),
  close: (id: number) => set(toasts.filter((toast) => toast.id !== id)),
  closeAll: () => set([]),
};

/** The toasts that show now, oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}
