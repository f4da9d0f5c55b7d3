import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useAsOfWords } from "../api/as-of.ts";
import { useIsBehind } from "../api/live-state.ts";
import { useIsSaving } from "../api/pending-rows.ts";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

const words = {
  offline: "You are offline. What you enter stays here.",
  behind: "Reconnecting… Changes by others show when the connection is back.",
};

/**
 * Says that there is no connection, or none for changes, for as long as that lasts; otherwise that something is still
 * being saved. It overlays the page's foot, so
 * that nothing moves when it comes and goes, and lets every touch through.
 */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const behind = useIsBehind();
  const saving = useIsSaving();
  const asOf = useAsOfWords();
  const trouble = online ? behind && words.behind : words.offline;
  const problem = asOf || trouble;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 in-[:has([data-notice=unsaved])]:hidden bottom-4 z-30 flex justify-center max-sm:bottom-[calc(5.25rem+var(--tabs)+var(--notice,0px))] lg:left-64 print:hidden"
    >
      {problem && (
        <p
          data-notice="connection"
          className="flex animate-rise items-center gap-2.5 rounded-control border border-warn-line bg-warn-soft px-3.5 py-2 text-small text-warn shadow-lift"
        >
          <WifiOff size={18} aria-hidden="true" className="shrink-0" />
          {problem}
        </p>
      )}
      {!problem && saving && (
        <p className="animate-late rounded-control border border-line-strong bg-surface px-3.5 py-2 text-small shadow-lift">
          Saving what you entered…
        </p>
      )}
    </div>
  );
}
