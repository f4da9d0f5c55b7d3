import { productName } from "../api/page-settings.ts";
import { hasUnsavedWork } from "../api/unsaved-work.ts";
import { showApart } from "../ui/dialog/apart.tsx";
import { toast } from "../ui/message/toast.ts";
import { keepPages } from "./kept-pages.ts";
import { InsecureNotice } from "./message/InsecureNotice.tsx";

/** How often to look whether everything typed is saved, in milliseconds, while a new version is there. */
const lookMs = 5_000;
/** Where this browser remembers that the notice about the address was closed. */
const closedKey = "insecure-notice";

/** Once the page is quiet: keeps the pages on the device, or says why that is impossible. */
export function startAsApp(): void {
  if (isSecureContext) keepAndTell();
  else tellOnceThatInsecure();
}

function keepAndTell() {
  let looking: ReturnType<typeof setInterval> | undefined;
  const tell = () => {
    if (hasUnsavedWork()) return;
    clearInterval(looking);
    looking = undefined;
    const link = { label: "Reload", run: () => location.reload() };
    toast.info(`There is a new version of ${productName}.`, { duration: 0, link });
  };
  void keepPages(() => {
    looking ??= setInterval(tell, lookMs);
    tell();
  });
}

function tellOnceThatInsecure() {
  try {
    if (localStorage.getItem(closedKey)) return;
  } catch {
    // Storage is forbidden: then the notice comes with every page.
  }
  showApart((close) => (
    <InsecureNotice
      onClose={() => {
        close();
        try {
          localStorage.setItem(closedKey, "closed");
        } catch {
          // As above.
        }
      }}
    />
  ));
}
