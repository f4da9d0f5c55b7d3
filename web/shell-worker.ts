import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { bundleAlone } from "./alone.ts";
import { withImports } from "./screen-preloads.ts";
import { readScreens, sources } from "./screens.ts";
import { inTheField, whenOpened } from "./src/worker/in-the-field.ts";
import type { KeptFiles } from "./src/worker/scope.ts";

/** What answers a screen's reads without a connection. */
const phone = join(sources, "offline/start.ts");

/**
 * The files of a bundle in the order in which they are kept, and what each screen, and the phone, need of them besides
 * those that the page names itself.
 */
function filesToKeep(
  bundle: Rolldown.OutputBundle,
  preloads: Record<string, string[]>,
  page: string,
): KeptFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const screens = readScreens();
  /** The chunks that are needed, now or later, without the screens that are left out and what only they need. */
  const without = (leftOut: (path: string) => boolean) => {
    const found = new Set<string>();
    const add = (fileName: string, isNow: boolean) => {
      const chunk = chunks.find((candidate) => candidate.fileName === fileName);
      if (!chunk || found.has(fileName)) return;
      const shown = screens.filter(({ module }) => chunk.moduleIds.includes(module));
      if (!isNow && shown.length > 0 && shown.every(({ path }) => leftOut(path))) return;
      found.add(fileName);
      for (const imported of chunk.imports) add(imported, true);
      for (const later of chunk.dynamicImports) add(later, false);
    };
    for (const { path, module } of screens) {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
      if (chunk && !leftOut(path)) add(chunk.fileName, true);
    }
    return found;
  };
  const first = without((path) => !inTheField.test(path));
  const later = without((path) => whenOpened.test(path));
  const names = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
  const isFirst = (name: string) => first.has(name) || /\.(?:css|svg)$/.test(name);
  const isKept = (name: string) => isFirst(name) || later.has(name);
  const sorted = names.toSorted();
  const files = [
    ...sorted.filter(isFirst),
    ...sorted.filter((name) => isKept(name) && !isFirst(name)),
    "icon.svg",
    ...sorted.filter((name) => !isKept(name)),
  ].map((name) => `/${name}`);
  const places = new Map(files.map((file, place) => [file, place]));
  const placesOf = (file: string) => {
    const place = places.get(file);
    if (place === undefined) throw new Error(`No kept file is ${file}.`);
    return place;
  };
  const engine = chunks.find(({ moduleIds }) => moduleIds.includes(phone));
  if (!engine) throw new Error(`No chunk contains ${phone}.`);
  return {
    version: createHash("sha256").update(files.join("\n")).digest("base64url").slice(0, 8),
    files,
    first: sorted.filter(isFirst).length,
    phone: [...withImports(chunks, engine.fileName)]
      .map((name) => `/${name}`)
      .filter((name) => !page.includes(name))
      .map(placesOf),
    kept: sorted.filter(isKept).length + 1,
    screens: Object.fromEntries(
      Object.entries(preloads).map(([path, needed]) => [path, needed.map(placesOf)]),
    ),
  };
}

/**
 * Writes the service worker, with the list of the files that it keeps, and the one that removes it. The server adds
 * the page, in which its settings are.
 */
export function shellWorker(): Plugin {
  return {
    name: "shell-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const preloads = bundle["preloads.json"];
        if (preloads?.type !== "asset") throw new Error("There is no preloads.json.");
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("There is no index.html.");
        const kept = filesToKeep(bundle, JSON.parse(String(preloads.source)), String(page.source));
        const list = `self.kept=Object.assign(self.kept,${JSON.stringify(kept)});\n`;
        const worker = list + (await bundleAlone(join(sources, "worker/worker.ts"), "worker"));
        this.emitFile({ type: "asset", fileName: "worker/worker.js", source: worker });
        this.emitFile({
          type: "asset",
          fileName: "worker/worker-off.js",
          source: await bundleAlone(join(sources, "worker/worker-off.ts"), "worker"),
        });
      },
    },
  };
}
