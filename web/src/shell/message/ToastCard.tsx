import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTopDialog } from "../../ui/dialog/dialog-stack.ts";
import { type Toast, type ToastLink, toast as toaster, useToasts } from "../../ui/message/toast.ts";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { isTyping } from "../useShortcuts.ts";

const looks = {
  success: { icon: CircleCheck, color: "text-good" },
  error: { icon: CircleAlert, color: "text-danger" },
  warning: { icon: TriangleAlert, color: "text-warn" },
  info: { icon: Info, color: "text-info" },
} as const;

/** One message; it goes by itself after its time, unless a pointer or the focus is on it. */
export function ToastCard({ toast }: { toast: Toast }) {
  const { icon: Icon, color } = looks[toast.type];
  const [held, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const { link } = toast;
  useUndoKey(link?.undoes === undefined ? undefined : link, () => toaster.close(toast.id));
  const noteFocus = useReturnedFocus(card);

  const dialog = useTopDialog();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message that is moved may lose both without an event
  useEffect(() => setHeld(card.current?.matches(":hover, :focus-within") ?? false), [dialog]);
  useEffect(() => {
    // A pointer on it means that somebody is reading it.
    if (held || toast.duration <= 0) return;
    const timer = setTimeout(() => toaster.close(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [held, toast]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it from going
    <div
      ref={card}
      className="pointer-events-auto flex w-full animate-rise items-start gap-2.5 rounded-control border border-line-strong bg-surface pl-3 text-body leading-tight shadow-lift"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => {
        noteFocus(event);
        setHeld(true);
      }}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} aria-hidden="true" className={`mt-3.5 shrink-0 ${color}`} />
      <div className="flex max-h-[40dvh] min-h-11.5 min-w-0 flex-1 flex-col justify-center-safe overflow-y-auto py-0.5 wrap-anywhere">
        {toast.lead && <p className="font-medium">{toast.lead}</p>}
        <p className={toast.lead && "text-muted"}>{toast.text}</p>
        {link && (
          <span className="flex flex-wrap gap-x-3 sm:-mb-2">
            {[link, ...(toast.also ? [toast.also] : [])].map((link) => (
              <Follow key={link.label} {...link} onFollow={() => toaster.close(toast.id)} />
            ))}
          </span>
        )}
      </div>
      <button
        type="button"
        aria-label="Close message"
        title="Close"
        className="grid h-11.5 w-8 shrink-0 place-items-center self-center rounded-control text-muted hover:bg-sunken hover:text-ink sm:w-11"
        onClick={() => toaster.close(toast.id)}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

/**
 * When a message goes with the focus, that returns to where it came from, or else to the screen: otherwise it would begin at the
 * page's top. What is returned is to be told of each focus in the message.
 */
function useReturnedFocus(card: RefObject<HTMLElement | null>) {
  const from = useRef<Element>(null);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const { current } = from;
      const target =
        current instanceof HTMLElement && current.isConnected ? current : document.querySelector("main");
      target?.focus({ preventScroll: true });
    };
  }, [card]);
  return ({ relatedTarget }: FocusEvent) => {
    if (!card.current?.contains(relatedTarget)) from.current = relatedTarget;
  };
}

/**
 * Lets Ctrl or ⌘ with Z undo, unless somebody is typing, whose text it takes back; of several messages, the newest. One about what
 * was changed again closes.
 */
function useUndoKey(link: ToastLink | undefined, close: () => void): void {
  const newest = useToasts().find((toast) => toast.link?.undoes)?.link;
  const isNewest = newest === link;
  const isOutdated = link !== undefined && !isNewest && newest?.undoes === link.undoes;
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (isOutdated) latest.current();
  }, [isOutdated]);
  useEffect(() => {
    if (!link || !("run" in link) || !isNewest) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey);
      if (!isKey || event.shiftKey || event.altKey || event.defaultPrevented || isTyping(event.target))
        return;
      event.preventDefault();
      latest.current();
      link.run();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [link, isNewest]);
}

/** Where to go from a message, or what to do. */
function Follow({ onFollow, ...link }: ToastLink & { onFollow: () => void }) {
  const look =
    "inline-flex min-h-9 items-center text-left font-medium text-accent hover:underline touch:min-h-11";
  if ("target" in link) {
    return (
      <ScreenLink {...link.target} className={look} onClick={onFollow}>
        {link.label}
      </ScreenLink>
    );
  }
  return (
    <button
      type="button"
      className={look}
      {...(link.undoes && { title: "Ctrl or ⌘ + Z", "aria-keyshortcuts": "Control+Z Meta+Z" })}
      onClick={() => {
        if (link.undoes) onFollow();
        link.run();
      }}
    >
      {link.label}
    </button>
  );
}
