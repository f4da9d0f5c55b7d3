import { useEffect, useState, useSyncExternalStore } from "react";
import { currentPhone, onPhone } from "../api/phone/phone-slot.ts";
import type { Phone, PhoneState } from "../phone/phone-state.ts";

/** The phone in the slot, and its state; undefined while there is none. */
export function usePhone(): { phone: Phone; state: PhoneState } | undefined {
  const state = useSyncExternalStore(onPhone, () => currentPhone()?.state());
  const phone = currentPhone();
  return phone && state && { phone, state };
}

/** True once something has been so for this long, in milliseconds; false at once when it ends. */
export function useLasting(is: boolean, milliseconds: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return setLasts(false);
    const timer = setTimeout(() => setLasts(true), milliseconds);
    return () => clearTimeout(timer);
  }, [is, milliseconds]);
  return is && lasts;
}
