import { toast } from "../message/toast.ts";

/**
 * The properties of a button that can't be used now. Unlike a disabled one it stays a Tab stop, so that everybody
 * finds out why: screen readers and the mouse by its title, a press by a message, or by `explain`, which says more. Without a
 * reason it can be used, and nothing changes.
 */
export function refused(reason: string | undefined, explain?: () => void) {
  if (!reason) return undefined;
  return { "aria-disabled": true, title: reason, onClick: explain ?? (() => toast.info(reason)) } as const;
}
