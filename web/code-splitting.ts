import { join } from "node:path";
import type { Rolldown } from "vite";

const sources = join(import.meta.dirname, "src");
/** The modules with which the doctor list starts; it is the screen most often opened first. */
const firstModules = [join(sources, "main.tsx"), join(sources, "doctors/DoctorsPage.tsx")];

/** The libraries of every screen, except those that only forms use; they change seldom. */
const libraries =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\/(?!.*(useBlocker|useQueries|queriesObserver)\.js)|vite\/preload-helper/;
/** What a noun's list needs besides the building blocks. */
const list = /web\/src\/(\w+)\/(\w+-(columns|fields|words)|Delete\w+Dialog|\w+sPage)\.tsx?$/;
/** Building blocks that know no noun, and the map of the API. */
const blocks = /web\/src\/(ui|table|shell)\/|domain\/\w+\/routes\.ts/;

/** Everything that the first screen needs at once, except the libraries: our own modules. */
function findFirst(infoOf: Rolldown.GetModuleInfo): Set<string> {
  const found = new Set<string>();
  const add = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of infoOf(id)?.importedIds ?? [])
      if (!imported.includes("node_modules")) add(imported);
  };
  for (const id of firstModules) add(id);
  return found;
}

/** The screens of signing in, which follow each other, and the fields that they share with other forms. */
const signIn = /web\/src\/sign-in\//;
const fields = /web\/src\/form\/(Field|TextField|PasswordField|CodeField)\.tsx$/;

let first: Set<string> | undefined;

/** The chunk of our own module, if it belongs to one that several screens share. */
function chunkOf(id: string, modules: Rolldown.ChunkingContext): string | null {
  first ??= findFirst((moduleId) => modules.getModuleInfo(moduleId));
  const noun = list.exec(id)?.[1];
  if (noun) return noun;
  if (first.has(id)) return id.includes("/web/src/doctors/") ? "doctors" : "first";
  if (signIn.test(id)) return "sign-in";
  if (fields.test(id)) return "fields";
  return blocks.test(id) ? "blocks" : null;
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
