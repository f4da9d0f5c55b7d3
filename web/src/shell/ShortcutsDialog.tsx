import { useAuth } from "../api/session/AuthProvider.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { accountNavigation, navigation } from "./navigation/navigation.ts";
import { useTeamScreens } from "./navigation/team-screens.ts";
import { SingleKeysSwitch } from "./SingleKeysSwitch.tsx";

const keyClass =
  "inline-grid min-w-6 place-items-center rounded border border-line-strong/60 bg-sunken px-1.5 font-sans text-small";

/** Lists the keyboard shortcuts, and switches off those of a single key. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
  const teamScreens = useTeamScreens();
  const shortcuts = [
    { keys: ["Ctrl or ⌘ + K"], does: "Find a doctor, a product, a screen or an action" },
    { keys: ["/"], does: "Search this list" },
    { keys: ["n"], does: "Something new: a doctor, a product or a visit" },
    ...[...navigation, ...teamScreens, ...accountNavigation(user)].map(({ key, label }) => ({
      keys: ["g", key],
      does: label,
    })),
    { keys: ["Ctrl or ⌘ + Z"], does: "Undo, while a message offers it" },
    { keys: ["Ctrl or ⌘ + Enter"], does: "Save the form or dialog" },
    { keys: ["Esc"], does: "Leave a form, close a dialog, empty the search" },
    { keys: ["?"], does: "Show these keys" },
  ];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <SingleKeysSwitch />
      <dl className="mt-4 flex flex-col gap-2.5">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt>{does}</dt>
            <dd className="flex shrink-0 items-center gap-1 text-muted">
              {keys.map((key, index) => (
                <span key={key} className="flex items-center gap-1">
                  {index > 0 && "then"}
                  <kbd className={keyClass}>{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
