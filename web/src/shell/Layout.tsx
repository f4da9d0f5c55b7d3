import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import {
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useToday } from "../api/clock.ts";
import { followColleagues } from "../api/live/follow-colleagues.ts";
import { countUnsent, onPhone } from "../api/phone/phone-slot.ts";
import { useShown } from "../router/RouterProvider.tsx";
import { notePath } from "../ui/navigation/trail.ts";
import { LaterDrawer, ShortcutsDialog } from "./later-parts.tsx";
import { OfflineNotice } from "./message/OfflineNotice.tsx";
import { Navigation } from "./navigation/Navigation.tsx";
import { TabBar } from "./navigation/TabBar.tsx";
import { TopBar } from "./navigation/TopBar.tsx";
import { useShortcuts } from "./useShortcuts.ts";

/** The palette goes when it is done; it can show the keys. */
export type PaletteProps = { onClose: () => void; showKeys: () => void };

type Props = {
  /** The person whose menu the top bar shows. */
  email: string;
  /** Above the screen, for messages on every screen. */
  notice: ReactNode;
  /** What finds everything by typing. */
  palette: ComponentType<PaletteProps>;
  /** Shows what waits on this phone to be sent. */
  waiting: ComponentType;
  /** Over the screen. */
  dialog: ReactNode;
  /** The screen. */
  children: ReactNode;
};

/** What surrounds every screen of a signed-in person: sidebar, top bar, keyboard shortcuts. */
export function Layout({ email, notice, palette: Palette, waiting: Waiting, dialog, children }: Props) {
  const [over, show] = useState<"menu" | "help" | "palette">();
  const close = () => show(undefined);
  const menu = { menuOpen: over === "menu", onMenu: () => show("menu") };
  const today = useToday();
  const hasWaited = useHasWaited();
  useShortcuts(show);
  useEffect(followColleagues, []);

  return (
    <div className="min-h-dvh lg:pl-60 print:pl-0">
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead to a part of the page */}
      <a
        href="#main"
        onClick={toContent}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-medium text-on-accent focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <Sidebar />
      {menu.menuOpen && <LaterDrawer onClose={close} />}
      <TopBar email={email} {...menu} onSearch={() => show("palette")} waiting={hasWaited && <Waiting />} />
      <TabBar {...menu} />
      <OfflineNotice />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl px-4 pt-5 pb-[calc(7rem+var(--tabs))] outline-none sm:px-6 sm:pb-12 lg:px-8 print:p-0"
      >
        {/* Above the screen: below it, the line could be alone on a last page. */}
        <p className="mb-3 hidden text-small text-muted print:block">
          Printed on {formatDay(today)} by {email}
        </p>
        {notice && <div className="mb-5 empty:hidden">{notice}</div>}
        {children}
      </main>
      {over === "palette" && <Palette onClose={close} showKeys={() => show("help")} />}
      {over === "help" && <ShortcutsDialog onClose={close} />}
      {dialog}
      <Arrival />
    </div>
  );
}

/** Focuses the screen. The browser would add an entry to the history, of which the router knows neither number nor place. */
function toContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** The fixed sidebar of large screens. */
function Sidebar() {
  return (
    <div className="fixed inset-y-0 left-0 z-30 hidden w-60 flex-col border-r border-line bg-surface lg:flex print:hidden">
      <Navigation />
    </div>
  );
}

/**
 * After each change of screen: records where the reader has been, and moves keyboard and screen reader to its start.
 * A component of its own, so that the layout is not rendered again for it.
 */
function Arrival() {
  const { pathname: path, index } = useShown();
  const before = useRef(path);
  /** What had the focus when the screen changed. */
  const focused = useRef<Element>(null);

  useEffect(() => notePath(index, path), [path, index]);

  useLayoutEffect(() => {
    if (path !== before.current) focused.current = document.activeElement;
  }, [path]);
  useEffect(() => {
    if (path === before.current) return;
    before.current = path;
    // With the frame that shows the screen: the focus needs its layout, which would otherwise be made twice.
    const frame = requestAnimationFrame(() => {
      const main = document.getElementById("main");
      const { activeElement, body } = document;
      // A screen may have focused its first field already, and a person may have gone on by keyboard.
      const isMoved = activeElement !== focused.current && activeElement !== body;
      if (main && !main.contains(activeElement) && !isMoved) main.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);
  return null;
}

let has = false;

/** Whether something has waited on this phone since the page was opened: then the code that shows it is needed. */
function useHasWaited(): boolean {
  return useSyncExternalStore(onPhone, () => {
    has ||= countUnsent() > 0;
    return has;
  });
}
