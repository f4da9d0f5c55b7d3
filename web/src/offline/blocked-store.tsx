import { TriangleAlert } from "lucide-react";
import { createRoot } from "react-dom/client";
import { productName } from "../api/page-settings.ts";

/** A tab of an earlier version that lets go of the store within this time is not worth a word, in milliseconds. */
const longestWait = 1_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let hide = () => {};

/** Says that another tab keeps this one from opening the phone's store, for as long as that is so. */
export function setBlocked(isBlocked: boolean): void {
  clearTimeout(timer);
  hide();
  hide = () => {};
  if (isBlocked) timer = setTimeout(show, longestWait);
}

function show() {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(<BlockedNotice />);
  hide = () => {
    root.unmount();
    place.remove();
  };
}

/** Over the page's foot, as the notice about the connection is, which it covers. It lets every touch through. */
function BlockedNotice() {
  return (
    <aside
      aria-label="Other tabs are open"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-xl animate-rise items-start gap-2.5 rounded-control border border-warn-line bg-warn-soft px-3.5 py-2.5 text-small text-warn shadow-lift in-[:has([data-notice=unsaved])]:hidden max-sm:bottom-[calc(5.25rem+var(--tabs)+var(--notice,0px))] lg:left-64 print:hidden"
    >
      <TriangleAlert size={18} aria-hidden="true" className="mt-px shrink-0" />
      <p role="status" className="min-w-0 flex-1">
        Please close other tabs of {productName}. An earlier version is still open there, and until it is
        closed this tab can keep nothing on this device.
      </p>
    </aside>
  );
}
