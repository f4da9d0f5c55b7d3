import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useIsBehind } from "../api/live-state.ts";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

const words = {
  offline: "You are offline. What you type stays here; save it when the connection is back.",
  behind: "Reconnecting… What others change meanwhile shows when the connection is back.",
};

/** Says that there is no connection, or none by which changes are heard, for as long as there is none. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const behind = useIsBehind();
  const problem = online ? behind && words.behind : words.offline;
  return (
    <div role="status">
      {problem && (
        <p className="flex items-center gap-2.5 border-b border-warn-line bg-warn-soft px-4 py-2 text-warn lg:px-8">
          <WifiOff size={18} aria-hidden="true" className="shrink-0" />
          {problem}
        </p>
      )}
    </div>
  );
}
