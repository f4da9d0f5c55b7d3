import { useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { countUnsent } from "../api/phone/phone-slot.ts";
import { signOut } from "../api/session/session.ts";
import { hasUnsavedWork } from "../api/unsaved-work.ts";
import { toast } from "../ui/message/toast.ts";
import { LaterSignOutDialog } from "./later-parts.tsx";

/** Signs out: `begin` asks first, in the `dialog`, if something is not saved, or not sent. */
export function useSignOut() {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);

  const leave = async (locked?: boolean) => {
    setAsking(false);
    setBusy(true);
    try {
      await signOut(locked);
    } catch (error) {
      toast.error(
        `You are signed out, but something of yours is still on this device. ${asApiError(error).message}`,
      );
    } finally {
      setBusy(false);
    }
  };
  const begin = () => (hasUnsavedWork() || countUnsent() > 0 ? setAsking(true) : void leave());
  const dialog = asking && (
    <LaterSignOutDialog onLeave={(locked) => void leave(locked)} onClose={() => setAsking(false)} />
  );
  return { busy, begin, dialog };
}
