import { toast } from "../message/toast.ts";

/**
 * The properties of a button that can't be used now. Unlike a disabled one it stays a Tab stop, so that everybody
 * finds out why: screen readers and the mouse by its title, a press by a message.
 */
export function refused(reason: string) {
  return { "aria-disabled": true, title: reason, onClick: () => void toast.info(reason) } as const;
}
