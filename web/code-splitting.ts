import { join, relative } from "node:path";
import type { Rolldown } from "vite";
import { needsOf, readScreens, sources } from "./screens.ts";

/** The page's first module. */
const main = join(sources, "main.tsx");

/** The screen most often opened first: its code is fetched together with the page's own. */
const start = join(sources, "doctors/list/DoctorsPage.tsx");

/** The libraries of every screen, except what only forms, dialogs and histories use of them; they change seldom. */
const libraries =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\/(?!.*(useQueries|queriesObserver|useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.js)|vite\/preload-helper/;

/** The library of schemas, which forms need and the screens that only show rows don't. */
const schemas = /node_modules\/zod\//;

/** What else only forms use. */
const formLibraries = /node_modules\/(zod|react-hook-form|@hookform)\//;

/** Small libraries, by the chunk of what uses them. */
const smallLibraries: readonly [chunk: string, library: RegExp][] = [
  ["form-more", /node_modules\/@tanstack\/.*(useQueries|queriesObserver)\.js/],
  [
    "daily-more",
    /node_modules\/@tanstack\/.*(useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.js/,
  ],
  ["chart-more", /node_modules\/d3-/],
];

/** What a noun offers to the others, which use it without its screen. */
const queries = /web\/src\/\w+\/queries\.ts$/;

/** The folder of the noun, or of the building blocks, to which a module belongs. */
const folderOf = (module: string): string => relative(sources, module).split("/")[0] ?? "";

/** What a form has and no other screen: whatever needs it is a form. */
const formOnly = join(sources, "form/server-errors.ts");

/**
 * The chunk of every module that a first screen needs: one for all that several of them need, and for each screen one
 * for its own noun and one for the building blocks that only it needs of them.
 */
function splitFirst(infoOf: Rolldown.GetModuleInfo): Map<string, string> {
  const chunks = new Map<string, string>();
  const claim = (module: string, nameOf: (id: string) => string) => {
    for (const id of needsOf(module, infoOf)) if (!chunks.has(id)) chunks.set(id, nameOf(id));
  };
  const screens = readScreens().filter(({ first }) => first);
  const needs = screens.map(({ module }) => needsOf(module, infoOf));
  const isShared = (id: string) => needs.filter((ids) => ids.has(id)).length > 1;
  claim(main, () => "first");
  claim(start, (id) => (id.includes("/web/src/doctors/") && !isShared(id) ? "doctors" : "first"));

  for (const { module, path } of screens) {
    const own = path.slice(1) || "dashboard";
    const noun = join(sources, folderOf(module), "/");
    claim(module, (id) => {
      // Who signs in loads nothing of the screens that follow, and what those need of the sign-in is little.
      if (own !== "login" && isShared(id)) return "blocks";
      return id.startsWith(noun) && !queries.test(id) ? own : `${own}-blocks`;
    });
  }
  return chunks;
}

/** The modules that are loaded later by themselves: screens, dialogs, the phone's engine. */
function laterModules(infoOf: Rolldown.GetModuleInfo): Set<string> {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id) || id.includes("node_modules")) return;
    seen.add(id);
    const info = infoOf(id);
    for (const imported of info?.importedIds ?? []) visit(imported);
    for (const later of info?.dynamicallyImportedIds ?? []) {
      if (!later.includes("node_modules")) found.add(later);
      visit(later);
    }
  };
  visit(main);
  return found;
}

/** What every screen may show at any moment: messages, dialogs, the parts of lists. */
const everywhere = new Set(["shell", "ui", "table"]);
/** The folders of the screens that a representative opens all day, and what they may show. */
const daily = new Set([...everywhere, "today", "doctors", "visits", "products"]);

/** What keeps rows and entries on the phone, and the sheet of what waits there. */
const ofPhone = new Set(["offline", "waiting"]);

/** What is loaded together: details that are opened from lists, what lists offer, and what opens over any screen. */
const together = new Map<string, string>([
  ...["doctors", "visits", "products"].map((folder) => [folder, "details"] as const),
  ...["views", "bulk-edits"].map((folder) => [folder, "lists"] as const),
  ...["palette", "waiting"].map((folder) => [folder, "over"] as const),
]);

/** A part of the product that is loaded later by itself: its folder, and whether it is a form. */
type Part = { folder: string; form: boolean };

/**
 * The chunk of a module that these parts need. All of them need what it imports as well, and that has no schema if it
 * has none itself: so chunks never import each other in a circle.
 */
function chunkOfParts(parts: readonly Part[], hasSchemas: boolean): string | null {
  const folders = new Set(parts.map(({ folder }) => folder));
  const [folder = ""] = folders;
  // Without a connection the first list waits for the phone: it is in two files that hold nothing else.
  if (folders.has("offline"))
    return parts.every((part) => ofPhone.has(part.folder)) ? "phone" : "phone-shared";
  // The first calls to the server wait for no more than they need, and what others need of that is little.
  if (folders.has("api")) return folders.size > 1 && !hasSchemas ? "calls" : null;
  if (folders.has("sign-in")) return folders.size > 1 ? "fields" : "sign-in";
  const form = parts.every((part) => part.form);
  if (folders.size === 1 && !everywhere.has(folder)) {
    if (form || hasSchemas) return daily.has(folder) ? "forms" : `${folder}-schemas`;
    return `${together.get(folder) ?? folder}-more`;
  }
  if (form) return "forms";
  const often = parts.filter((part) => daily.has(part.folder) || together.has(part.folder));
  const use = often.some((part) => !part.form) ? "daily" : often.length > 0 ? "form" : "other";
  return `${use}-${hasSchemas ? "schemas" : "more"}`;
}

/** The chunk of every module of ours that has one. */
function split(infoOf: Rolldown.GetModuleInfo): Map<string, string> {
  const chunks = splitFirst(infoOf);
  const parts = new Map<string, Part[]>();
  for (const module of laterModules(infoOf)) {
    const needs = needsOf(module, infoOf);
    const part = { folder: folderOf(module), form: needs.has(formOnly) };
    for (const id of needs) parts.set(id, [...(parts.get(id) ?? []), part]);
  }
  const imports = (id: string, library: RegExp) =>
    infoOf(id)?.importedIds.some((other) => library.test(other));
  for (const [id, needing] of parts) {
    const hasSchemas = [...needsOf(id, infoOf)].some((other) => imports(other, schemas));
    const chunk = chunkOfParts(needing, hasSchemas);
    if (chunk && !chunks.has(id)) chunks.set(id, chunk);
  }
  return chunks;
}

let chunks: Map<string, string> | undefined;

/** The chunk of our own module, if it belongs to one that it shares; and of a small library. */
function chunkOf(id: string, modules: Rolldown.ChunkingContext): string | null {
  chunks ??= split((moduleId) => modules.getModuleInfo(moduleId));
  return chunks.get(id) ?? smallLibraries.find(([, library]) => library.test(id))?.[0] ?? null;
}

/**
 * A few files for each screen instead of dozens, with little that it doesn't need: over HTTP/1.1 a browser fetches six
 * at a time, so each further file can cost a round trip.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: "libraries", test: libraries },
    { name: "schemas", test: formLibraries },
    { name: chunkOf, debugName: "screens" },
  ],
};
