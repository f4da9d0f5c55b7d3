import { useSyncExternalStore } from "react";
import { currentPhone, onPhone } from "../api/phone-slot.ts";

let has = false;

/** Whether something has waited on this phone since the page was opened: then the code that shows it is needed. */
export function useHasWaited(): boolean {
  return useSyncExternalStore(onPhone, () => {
    has ||= Boolean(currentPhone()?.state().outbox.length);
    return has;
  });
}
