import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "../router/RouterProvider.tsx";
import { isComposing } from "../ui/browser/is-composing.ts";
import { IconButton } from "../ui/control/IconButton.tsx";
import { usePaced } from "../ui/control/usePaced.ts";
import { useModal } from "../ui/dialog/useModal.ts";
import { useTapOutside } from "../ui/dialog/useTapOutside.ts";
import { RetryPanel } from "../ui/message/RetryPanel.tsx";
import { Spinner } from "../ui/message/Spinner.tsx";
import { toast } from "../ui/message/toast.ts";
import { PaletteList } from "./PaletteList.tsx";
import { activeIndex, type PaletteItem } from "./palette-items.ts";
import { usePaletteItems } from "./usePaletteItems.ts";

/**
 * Goes anywhere by typing: doctors, visits, products, screens and actions. A dialog with the editable combobox of the ARIA
 * Authoring Practices (w3.org/WAI/ARIA/apg/patterns/combobox): arrow keys move, Enter chooses, Escape closes.
 */
export function Palette({ onClose, showKeys }: { onClose: () => void; showKeys: () => void }) {
  const navigate = useNavigate();
  const dialog = useModal();
  const listId = useId();
  const tapOutside = useTapOutside(onClose);
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  /** The item that keys or a pointer chose last; null for the first one. */
  const [chosen, setChosen] = useState<string | null>(null);
  /** Enter was pressed before there was anything to choose. */
  const takesFirst = useRef(false);
  const { typed: ask } = usePaced(setAsked);
  const { items, outdated, nothing, failed, retry } = usePaletteItems(typed, asked, showKeys);
  const at = activeIndex(items, chosen);

  const take = (item: PaletteItem) => {
    if (item.refusal) return void toast.info(item.refusal);
    onClose();
    if ("run" in item) item.run();
    else void navigate(item.target);
  };
  const move = (to: number) => setChosen(items[(to + items.length) % items.length]?.id ?? null);

  useEffect(() => {
    const [first] = items;
    if (!takesFirst.current || outdated) return;
    takesFirst.current = false;
    if (first) take(first);
  });
  useLayoutEffect(() => {
    if (at >= 0) document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at, listId]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const item = items[at];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (items.length > 0) move(event.key === "ArrowDown" ? at + 1 : at - 1);
    } else if (event.key === "Home" || event.key === "End") {
      // Without text they have nothing else to do.
      if (typed === "") move(event.key === "Home" ? 0 : -1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (item) take(item);
      else takesFirst.current = outdated;
    } else if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onClose();
    }
  };

  const words = failed
    ? ""
    : nothing
      ? `Nothing matches “${typed.trim()}”`
      : items.length > 0
        ? `${items.length} to choose from`
        : "Searching…";
  return (
    <dialog
      ref={dialog}
      aria-label="Search and commands"
      className="fixed inset-0 m-0 hidden size-full max-h-none max-w-none animate-fade justify-center bg-scrim open:flex sm:items-start sm:p-6 sm:pt-[12dvh] print:hidden"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      onKeyDown={(event) => {
        // Escape belongs to the window on top, not to the form under it.
        if (event.key === "Escape") event.stopPropagation();
      }}
      {...tapOutside}
    >
      <div className="flex h-full w-full animate-rise flex-col overflow-hidden bg-surface sm:h-auto sm:max-h-[70dvh] sm:max-w-2xl sm:rounded-card sm:border sm:border-line sm:shadow-lift">
        <div className="flex items-center gap-2 border-b border-line pr-2 pl-4">
          <Search size={18} aria-hidden="true" className="shrink-0 text-muted" />
          <input
            data-autofocus
            type="text"
            role="combobox"
            aria-label="Search and commands"
            aria-expanded={items.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder="Doctor, city, visit, product, screen, or “record visit for …”"
            maxLength={200}
            value={typed}
            className="min-h-14 min-w-0 flex-1 bg-transparent text-base outline-none"
            onChange={(event) => {
              takesFirst.current = false;
              setTyped(event.target.value);
              setChosen(null);
              ask(event.target.value);
            }}
            onKeyDown={onKeyDown}
          />
          {outdated && typed !== "" && <Spinner size={16} />}
          <IconButton icon={X} label="Close" onClick={onClose} />
        </div>
        <p
          role="status"
          className={
            failed || (items.length > 0 && !nothing) ? "sr-only" : "px-4 py-3 wrap-anywhere text-muted"
          }
        >
          {words}
        </p>
        {failed && (
          <RetryPanel
            message="The search failed. Please check your connection."
            onRetry={retry}
            retrying={outdated}
          />
        )}
        <PaletteList
          id={listId}
          items={items}
          active={at}
          onPoint={(item) => setChosen(item.id)}
          onTake={take}
        />
      </div>
    </dialog>
  );
}
