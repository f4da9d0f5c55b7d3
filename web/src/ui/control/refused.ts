import { toast } from "../message/toast.ts";

/**
 * The properties of a button that can't be used now. Unlike a disabled one it stays a Tab stop, so that everybody
 * finds out why: screen readers and the mouse by its title, a press by a message, or by `explain`, which says more.
 */
export function refused(reason: string, explain: () => void = () => toast.info(reason)) {
  return { "aria-disabled": true, title: reason, onClick: explain } as const;
}
