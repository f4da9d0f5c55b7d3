import type { ComponentType, ReactNode } from "react";

/** The search parameters of an address, before or after its route has read them. */
export type Search = Record<string, unknown>;

/** The parts of a path that its route names: `{ id }` of "/doctors/$id". */
export type Params = { id?: string };

/** A screen whose code may come later: `preload` starts to load it, and never rejects. */
type Screen = ComponentType & { preload: () => Promise<void> };

/** A screen with its addresses. */
export type Route = {
  /** A part that begins with "$" is any one, and named. "*" is every path that no route before it has. */
  path: string;
  /** What surrounds the screen; it stays while the next screen has the same one. */
  frame?: ComponentType<{ children: ReactNode }>;
  /** Reads the search parameters, and leaves out what is wrong. */
  search?(raw: Search): object;
  /** Starts to read what the screen will show, while its code may still be loading; nothing waits for it. */
  read?(at: { params: Params; search: object }): void;
  screen: Screen;
};

/** A route whose `read` is given what its `search` has read. */
export function route<Read extends object>(
  given: Omit<Route, "search" | "read"> & {
    search?: (raw: Search) => Read;
    read?: (at: { params: Params; search: Read }) => void;
  },
): Route {
  return given;
}

/** Finds the route of a path: the first one that has it; capitals and a slash at the end make no difference. */
export function routeFinder(
  routes: readonly Route[],
): (path: string) => { route: Route; params: Params } | undefined {
  const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path) }));
  return (path) => {
    for (const { route, pattern } of patterns) {
      const found = pattern.exec(path);
      if (found) return { route, params: paramsOf(found.groups ?? {}) };
    }
    return undefined;
  };
}

function patternOf(path: string): RegExp {
  if (path === "*") return /^/;
  const parts = path.replace(/\/$/, "").replace(/\$(\w+)/g, "(?<$1>[^/]+)");
  return new RegExp(`^${parts}/?$`, "i");
}

function paramsOf(found: Record<string, string>): Params {
  return Object.fromEntries(Object.entries(found).map(([name, text]) => [name, decoded(text)]));
}

/** A part of a path as it was meant; as it stands, if it can't be decoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
