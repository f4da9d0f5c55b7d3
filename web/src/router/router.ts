import { createBrowserHistory, type HistoryLocation, type HistoryState } from "@tanstack/history";
import type { ComponentType, ReactNode } from "react";
import type { Target } from "../paths.ts";
import { parseSearch, stringifySearch } from "../search.ts";
import { type Params, type Route, routeFinder, type Search } from "./route.ts";
import { noteScroll, restoreScroll, takeScrolling } from "./scroll.ts";

/** How long the screen before stays while the next one's code is loading, in milliseconds. */
const longestStay = 150;

/** An address with its screen. */
export type Location = {
  pathname: string;
  /** The search parameters as the route reads them, and those that it doesn't read as they stand. */
  search: Search;
  /** The address without its origin. */
  href: string;
  hash: string;
  /** Of the entry in the tab's history. */
  key: string;
  index: number;
  route: Route;
  params: Params;
};

/** Where to go, and how. */
type Move = Omit<Target, "search"> & {
  /** The search parameters, or how they follow from those of the present address; none by default. */
  search?: object | ((present: Search) => object) | undefined;
  /** Takes the place of the present entry of the history. */
  replace?: boolean | undefined;
  /** Kept in the history's entry. */
  state?: HistoryState;
  /** Does not ask about unsaved changes. */
  ignoreBlocker?: boolean;
  /** False: the page stays scrolled as it is. */
  resetScroll?: boolean;
};

type Given = {
  /** Every path must have a route: the last one is that of "*". */
  routes: readonly Route[];
  /** What every address shows around its screen and its frame. */
  root: ComponentType<{ children: ReactNode }>;
  /** Replaces what crashed; `reset` shows it again. */
  crashed: ComponentType<{ reset: () => void }>;
  history?: ReturnType<typeof createBrowserHistory>;
};

export type Router = ReturnType<typeof createRouter>;

/** The address of a target. */
export function hrefOf({ to, search }: Target): string {
  return to + stringifySearch(search ?? {});
}

/**
 * Finds the screen of the page's address and changes between screens: the address changes at once, and the screen once
 * its code is there, or after a moment. `RouterProvider` shows it.
 */
export function createRouter({ routes, root, crashed, history = createBrowserHistory() }: Given) {
  const find = routeFinder(routes);
  const onMove = new Set<() => void>();
  const onArrival = new Set<(at: Location) => void>();
  let location = locationOf(history.location, undefined);
  let shown: Location | undefined;
  let resetsScroll = true;

  /** The route of a path with what it reads of the address. */
  function placeOf(pathname: string, search: string) {
    const found = find(pathname);
    if (!found) throw new Error(`No screen is at ${pathname}`);
    const raw = parseSearch(search);
    return { ...found, search: { ...raw, ...found.route.search?.(raw) } };
  }

  function locationOf(
    { pathname, search, hash, href, state }: HistoryLocation,
    before: Location | undefined,
  ): Location {
    const place = placeOf(pathname, search);
    // The same object for the same parameters: what depends on it is not computed anew.
    const isSame =
      before?.route === place.route && stringifySearch(before.search) === stringifySearch(place.search);
    const { __TSR_index: index, __TSR_key: key = href } = state;
    return { ...place, search: isSame ? before.search : place.search, pathname, href, hash, key, index };
  }

  /**
   * Goes to a screen. The promise is kept once a screen is shown: later, or never, if the person stays for what is
   * unsaved. A screen that is being left can't change its parameters any more: they would be the next screen's.
   */
  function navigate(move: Move): Promise<void> {
    if (move.to === "." && shown && shown.pathname !== location.pathname) return Promise.resolve();
    const to = move.to === "." ? location.pathname : move.to;
    const search = typeof move.search === "function" ? move.search(location.search) : move.search;
    const href = to + stringifySearch({ ...search });
    const { state, ignoreBlocker = false, resetScroll = true } = move;
    if (href === location.href && !state) {
      read(location);
      if (resetScroll && shown === location) restoreScroll("");
      return Promise.resolve();
    }
    const arrived = new Promise<void>((resolve) => {
      const stop = router.onArrival(() => {
        stop();
        resolve();
      });
    });
    resetsScroll = resetScroll;
    history[move.replace ? "replace" : "push"](href, state, { ignoreBlocker });
    return arrived;
  }

  const router = {
    history,
    root,
    crashed,
    navigate,
    /** The page's address. Its screen may still be coming. */
    get location() {
      return location;
    },
    /** The address whose screen is shown; undefined until there is one. */
    get shown() {
      return shown;
    },
    /** Loads the code and starts to read the rows of a screen that somebody will probably open. */
    preload(target: Target): void {
      const { pathname, search } = new URL(hrefOf(target), window.location.origin);
      const place = placeOf(pathname, search);
      read(place);
      void place.route.screen.preload();
    },
    /** Reads what the screen of the page's address shows. */
    reload: () => read(location),
    /** Calls back when the page's address has changed. Returns what ends it. */
    onMove: listening(onMove),
    /** Calls back when another screen, or the same for another address, is on the page. Returns what ends it. */
    onArrival: listening(onArrival),
    /** Starts to read what the first screen shows, and waits for its code, but not for long: until then, nothing is shown. */
    ready(): Promise<void> {
      read(location);
      return codeOf(location);
    },
    /** For the provider: follows the addresses from here on, and says what to show. Returns what ends it. */
    start(show: (next: Location, isSameScreen: boolean) => void): () => void {
      // The entry that the page is scrolled for is that of the screen which is shown, not of one that is still coming.
      const note = () => shown && noteScroll(shown.key);
      const follow = () => {
        note();
        const next = locationOf(history.location, location);
        location = next;
        read(next);
        for (const tell of onMove) tell();
        const isSameScreen = shown?.route === next.route && shown.params.id === next.params.id;
        const showNext = () => {
          if (location === next) show(next, isSameScreen);
        };
        if (isSameScreen) showNext();
        else void codeOf(next).then(showNext);
      };
      const stop = history.subscribe(follow);
      const endScrolling = takeScrolling(note);
      // Somebody may have gone on before the first screen was shown.
      if (history.location.href !== location.href) follow();
      return () => {
        stop();
        endScrolling();
      };
    },
    /** For the provider: this is on the page now. */
    arrived(at: Location): void {
      if (at === shown) return;
      shown = at;
      if (resetsScroll && !at.hash) restoreScroll(at.key);
      resetsScroll = true;
      for (const tell of [...onArrival]) tell(at);
    },
  };

  /**
   * Leaves out of the address what its screen doesn't understand, and a slash at the end, and writes its path as links do:
   * without capitals, which make no difference to routes but to what compares paths, such as the navigation.
   */
  function tidyAddress() {
    const { pathname, search, hash, href } = location;
    const tidy = pathname.replace(/(.)\/$/, "$1").toLowerCase() + stringifySearch(search) + hash;
    if (tidy === href) return;
    history.replace(tidy, history.location.state, { ignoreBlocker: true });
    location = locationOf(history.location, location);
  }

  function read({ route, params, search }: Pick<Location, "route" | "params" | "search">) {
    route.read?.({ params, search });
  }

  /** The code of a screen, or a moment without it. */
  function codeOf({ route }: Location): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, longestStay));
    return Promise.race([route.screen.preload(), late]);
  }

  tidyAddress();

  return router;
}

/** The function that adds a listener to a set and returns what removes it. */
function listening<Listener>(listeners: Set<Listener>) {
  return (listener: Listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
}
