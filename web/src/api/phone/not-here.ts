import { ApiError } from "../api-error.ts";
import { currentPhone } from "./phone-slot.ts";

/** Whether a row could not be read because there is no connection, on a device that keeps rows, but not this one. */
export function isNotHere(error: unknown): boolean {
  return error instanceof ApiError && error.code === "unreachable" && currentPhone() !== undefined;
}
