import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { visitLinkText, visitText } from "@rounds/domain/visits/visit-text.ts";
import { Copy, type LucideIcon, Mail, MessageCircle } from "lucide-react";
import { copyText } from "../../ui/browser/copy-text.ts";
import { Button } from "../../ui/control/Button.tsx";
import { buttonClass } from "../../ui/control/button-class.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";

/** The ways to send a visit from a browser that has no share sheet, with the text that will be sent. */
export function ShareVisitDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const text = encodeURIComponent(visitLinkText(visit));
  const subject = encodeURIComponent(`Visit on ${formatDay(visit.visit_date)}`);
  return (
    <Dialog title="Share Visit" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <section
          aria-label="Text of the visit"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by the keyboard.
          tabIndex={0}
          className="max-h-60 overflow-y-auto rounded-control border border-line bg-sunken px-3 py-2 break-words whitespace-pre-wrap"
        >
          {visitText(visit)}
        </section>
        <div className="flex flex-col gap-2">
          <ShareLink icon={MessageCircle} href={`https://wa.me/?text=${text}`} onClick={onClose}>
            WhatsApp
          </ShareLink>
          <ShareLink icon={Mail} href={`mailto:?subject=${subject}&body=${text}`} onClick={onClose}>
            Mail
          </ShareLink>
          <Button
            wide
            icon={Copy}
            onClick={async () => {
              await copyText(visitText(visit), "Visit");
              onClose();
            }}
          >
            Copy
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type LinkProps = { icon: LucideIcon; href: string; onClick: () => void; children: string };

function ShareLink({ icon: Icon, href, onClick, children }: LinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onClick}
      className={buttonClass({ wide: true })}
    >
      <Icon size={16} aria-hidden="true" />
      {children}
    </a>
  );
}
