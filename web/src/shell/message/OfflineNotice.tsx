import { useSyncExternalStore } from "react";
import { useIsBehind } from "../../api/live/live-state.ts";
import { useAsOfWords } from "../../api/phone/as-of.ts";
import { useIsSaving } from "../../api/phone/pending-rows.ts";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

const words = {
  offline: "No connection. What you enter stays here.",
  behind: "Reconnecting… Changes by others show later.",
};

/**
 * Says in one line below the top bar that there is no connection, or none for changes, for as long as that lasts; otherwise
 * that something is still being saved. It overlays the space above the screen, so that nothing moves when it comes and goes.
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
      className="pointer-events-none fixed inset-x-0 in-[:has([data-notice=unsaved])]:hidden top-(--bar) z-19 text-center text-[12px]/4 lg:left-60 print:hidden"
    >
      {problem && (
        <p data-connection="" className="border-b border-warn-line bg-warn-soft px-1 text-warn">
          {problem}
        </p>
      )}
      {!problem && saving && (
        <p className="animate-late border-b border-line-strong bg-surface px-2">Saving what you entered…</p>
      )}
    </div>
  );
}
