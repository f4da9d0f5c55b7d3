import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Says that there is no connection, for as long as there is none. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center gap-2.5 border-b border-warn-line bg-warn-soft px-4 py-2 text-warn lg:px-8">
          <WifiOff size={18} aria-hidden="true" className="shrink-0" />
          You are offline. What you type stays here; save it when the connection is back.
        </p>
      )}
    </div>
  );
}
