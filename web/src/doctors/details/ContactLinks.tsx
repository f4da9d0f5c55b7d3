import { type LucideIcon, MessageCircle, Navigation, Phone } from "lucide-react";
import { buttonClass } from "../../ui/control/button-class.ts";
import { iconButtonClass } from "../../ui/control/icon-button-class.ts";
import { contactWays, type Reachable } from "./contact-ways.ts";

type Way = { icon: LucideIcon; label: string; full: string; href: string | null; outside?: boolean };

/**
 * Links to call a doctor, to write by WhatsApp and to find the way; one that lacks its number or address is left out.
 * Icons with their names for screen readers, or buttons with words. Nothing if there is no way at all.
 */
export function ContactLinks({ doctor, words = false }: { doctor: Reachable; words?: boolean }) {
  const { name } = doctor;
  const { call, whatsapp, directions } = contactWays(doctor);
  const ways: Way[] = [
    { icon: Phone, label: "Call", full: `Call ${name}`, href: call },
    { icon: MessageCircle, label: "WhatsApp", full: `WhatsApp ${name}`, href: whatsapp, outside: true },
    { icon: Navigation, label: "Directions", full: `Directions to ${name}`, href: directions, outside: true },
  ];
  const links = ways.map(({ icon: Icon, label, full, href, outside }) =>
    href ? (
      <a
        key={label}
        href={href}
        aria-label={full}
        title={words ? undefined : label}
        {...(outside && { target: "_blank", rel: "noopener noreferrer" })}
        className={words ? buttonClass({ size: "small" }) : iconButtonClass()}
      >
        <Icon size={words ? 16 : 18} aria-hidden="true" className="shrink-0" />
        {words && <span>{label}</span>}
      </a>
    ) : null,
  );
  if (!call && !whatsapp && !directions) return null;
  return <span className={`inline-flex print:hidden ${words ? "flex-wrap gap-2" : ""}`}>{links}</span>;
}
