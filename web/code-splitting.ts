import { dirname, join } from "node:path";
import type { Rolldown } from "vite";
import { needsOf, readScreens, sources } from "./screens.ts";

/** The screen most often opened first: its code is fetched together with the page's own. */
const start = join(sources, "doctors/DoctorsPage.tsx");

/** The libraries of every screen, except those that only forms use; they change seldom. */
const libraries =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\/(?!.*(useBlocker|useQueries|queriesObserver)\.js)|vite\/preload-helper/;
/** What a noun's list needs besides the building blocks. */
const list = /web\/src\/(\w+)\/(\w+-(columns|fields|words)|Delete\w+Dialog|\w+sPage)\.tsx?$/;
/** The screens of signing in, which follow each other, and the fields that they share with other forms. */
const signIn = /web\/src\/sign-in\//;
const fields = /web\/src\/form\/(Field|TextField|PasswordField|CodeField)\.tsx$/;
/** What a noun offers to the others. */
const queries = /web\/src\/\w+\/queries\.ts$/;
/** Building blocks that know no noun, and the map of the API. */
const blocks = /web\/src\/(ui|table|shell)\/|domain\/\w+\/routes\.ts/;

/**
 * The chunk of every module that a first screen needs: one for all that several of them need, and for each screen one
 * for its own noun and one for the building blocks that only it needs of them.
 */
function splitFirst(infoOf: Rolldown.GetModuleInfo): Map<string, string> {
  const chunks = new Map<string, string>();
  const claim = (module: string, nameOf: (id: string) => string) => {
    for (const id of needsOf(module, infoOf)) if (!chunks.has(id)) chunks.set(id, nameOf(id));
  };
  claim(join(sources, "main.tsx"), () => "first");
  claim(start, (id) => (id.includes("/web/src/doctors/") ? "doctors" : "first"));

  const screens = readScreens().filter(({ first }) => first);
  const needs = screens.map(({ module }) => needsOf(module, infoOf));
  for (const { module, path } of screens) {
    const own = path.slice(1) || "dashboard";
    claim(module, (id) => {
      if (needs.filter((ids) => ids.has(id)).length > 1) return "blocks";
      // Other nouns use them without this screen.
      if (queries.test(id)) return `${own}-queries`;
      return id.startsWith(dirname(module)) ? own : `${own}-blocks`;
    });
  }
  return chunks;
}

let first: Map<string, string> | undefined;

/** The chunk of our own module, if it belongs to one that several screens share. */
function chunkOf(id: string, modules: Rolldown.ChunkingContext): string | null {
  first ??= splitFirst((moduleId) => modules.getModuleInfo(moduleId));
  const early = first.get(id);
  if (early) return early;
  const noun = list.exec(id)?.[1];
  if (noun) return `${noun}-more`;
  if (signIn.test(id)) return "sign-in";
  if (fields.test(id)) return "fields";
  return blocks.test(id) ? "more-blocks" : null;
}

/**
 * A few files for the first screen instead of dozens, with nothing that it doesn't need: over HTTP/1.1 a browser
 * fetches six at a time, so each further file can cost a round trip.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: "libraries", test: libraries },
    { name: chunkOf, debugName: "screens" },
  ],
};
