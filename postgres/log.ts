/**
 * Where the launcher tells what it does. `details.severity` is `"warn"` or `"error"` when the message asks
 * for somebody's attention; without it the message is only information.
 */
export type Log = (
  message: string,
  details?: { severity?: "warn" | "error"; [detail: string]: unknown },
) => void;
