import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rolldown } from "vite";

/** The folder of our own modules. */
export const sources = join(import.meta.dirname, "src");

/** A screen: its path, the module that shows it, and whether it is often the first that somebody sees. */
type Screen = { path: string; module: string; first: boolean };

/** The screens of routes.tsx, in that order. */
export function readScreens(): Screen[] {
  const routes = readFileSync(join(sources, "routes.tsx"), "utf8");
  const found = routes.matchAll(
    /(?:path: "([^"]+)",(?:(?!path:|creenAt\()[\s\S])*?(first|later)Screen\(|[sS]creenAt\("([^"]+)", )\(\) => import\("(\.[^"]+)"\)/g,
  );
  const screens = [...found].map(([, inRoute = "", kind, path = inRoute, module = ""]) => ({
    path,
    module: join(sources, module),
    first: kind === "first",
  }));
  if (screens.length === 0) throw new Error("routes.tsx contains no screens.");
  return screens;
}

/** A module and all that it imports, not what it loads later; libraries left out. */
export function needsOf(module: string, infoOf: Rolldown.GetModuleInfo): Set<string> {
  const found = new Set<string>();
  const add = (id: string) => {
    if (found.has(id) || id.includes("node_modules")) return;
    found.add(id);
    for (const imported of infoOf(id)?.importedIds ?? []) add(imported);
  };
  add(module);
  return found;
}
