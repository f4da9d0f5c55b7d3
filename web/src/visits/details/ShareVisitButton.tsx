import type { Visit } from "@rounds/domain/visits/visit.ts";
import { visitText } from "@rounds/domain/visits/visit-text.ts";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { usePhone } from "../../ui/browser/useMediaQuery.ts";
import { Button } from "../../ui/control/Button.tsx";
import { IconButton } from "../../ui/control/IconButton.tsx";
import { ShareVisitDialog } from "./ShareVisitDialog.tsx";

/**
 * Sends a visit as text with the device's own share sheet. Where there is none, a dialog offers WhatsApp, copying and
 * mail. `visit` is missing until it has been read.
 */
export function ShareVisitButton({ visit }: { visit: Visit | undefined }) {
  const [open, setOpen] = useState(false);

  async function share(shared: Visit) {
    // Some browsers have no share sheet: https://www.w3.org/TR/web-share/
    if (!("share" in navigator)) return setOpen(true);
    try {
      await navigator.share({ text: visitText(shared) });
    } catch (error) {
      const cancelled = error instanceof DOMException && error.name === "AbortError";
      if (!cancelled) setOpen(true);
    }
  }

  const button = { disabled: !visit, onClick: () => visit && share(visit) };
  return (
    <>
      {usePhone() ? (
        <IconButton icon={Share2} label="Share" {...button} />
      ) : (
        <Button icon={Share2} {...button}>
          Share
        </Button>
      )}
      {open && visit && <ShareVisitDialog visit={visit} onClose={() => setOpen(false)} />}
    </>
  );
}
