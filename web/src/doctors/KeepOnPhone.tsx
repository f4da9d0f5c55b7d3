import { useSyncExternalStore } from "react";
import { currentPhone, onPhone } from "../api/phone-slot.ts";
import { later } from "../ui/later.tsx";

const KeepSwitch = later(
  async () => (await import("./KeepSwitch.tsx")).default,
  () => null,
);

/** The choice to keep a doctor, where a phone does not keep all of them. */
export function KeepOnPhone({ doctor_id }: { doctor_id: string }) {
  const isLimited = useSyncExternalStore(onPhone, keepsOnlyOwn);
  return isLimited && <KeepSwitch doctor_id={doctor_id} />;
}

function keepsOnlyOwn(): boolean {
  return currentPhone()?.state().meta?.scope?.doctors === "mine";
}
