import { ShieldAlert, X } from "lucide-react";
import { IconButton } from "../../ui/control/IconButton.tsx";

/** Says what an address without TLS costs, and how to get a better one; over the page's foot, until it is closed. */
export function InsecureNotice({ onClose }: { onClose: () => void }) {
  return (
    <aside
      aria-label="This address is not secure"
      className="fixed inset-x-4 bottom-4 z-20 mx-auto flex max-w-xl animate-rise items-start gap-2.5 rounded-control border border-warn-line bg-warn-soft pl-3.5 text-small text-warn shadow-lift in-[:has([data-notice=unsaved])]:hidden max-sm:bottom-[calc(5.25rem+var(--tabs)+var(--notice,0px))] print:hidden"
    >
      <ShieldAlert size={18} aria-hidden="true" className="mt-3 shrink-0" />
      <div className="min-w-0 flex-1 py-2.5">
        <p role="status">
          This address is not secure, so this phone can't keep anything without a connection. Ask your
          administrator for an https address.
        </p>
        <details className="mt-1">
          <summary className="inline-flex min-h-6 cursor-pointer items-center font-medium underline touch:min-h-11">
            What this means
          </summary>
          <p className="mt-1">
            Browsers keep pages and entries only for addresses that start with https://. Everything else works
            as before. For administrators: deploy/certificate.sh makes a certificate for a network of one's
            own.
          </p>
        </details>
      </div>
      <IconButton icon={X} label="Close notice" onClick={onClose} />
    </aside>
  );
}
