/**
 * The launcher's log. `details.severity` is `"warn"` or `"error"` if the message needs attention; otherwise it is only
 * information.
 */
export type Log = (
  message: string,
  details?: { severity?: "warn" | "error"; [detail: string]: unknown },
) => void;
