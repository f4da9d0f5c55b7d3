import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const sources = join(import.meta.dirname, "src");

/** The path of each screen in routes.tsx and the module that shows it, in that order. */
function screensOf(routes: string): [path: string, module: string][] {
  const found = routes.matchAll(
    /path: "([^"]+)",(?:(?!path:)[\s\S])*?laterScreen\(\(\) => import\("(\.[^"]+)"\)/g,
  );
  return [...found].map(([, path = "", module = ""]) => [path, join(sources, module)]);
}

/**
 * Writes preloads.json: the scripts that each screen needs besides those in the HTML. The server adds them to the
 * HTML, so that a browser fetches the first screen together with everything else.
 */
export function screenPreloads(): Plugin {
  return {
    name: "screen-preloads",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      /** Adds a chunk and everything that it imports; chunks can import each other. */
      const collect = (fileName: string, files = new Set<string>()): Set<string> => {
        if (files.has(fileName)) return files;
        files.add(fileName);
        const chunk = chunks.find((candidate) => candidate.fileName === fileName);
        for (const imported of chunk?.imports ?? []) collect(imported, files);
        return files;
      };
      const known = new Set(
        chunks.filter((chunk) => chunk.isEntry).flatMap(({ fileName }) => [...collect(fileName)]),
      );
      const preloads = screensOf(readFileSync(join(sources, "routes.tsx"), "utf8")).map(([path, module]) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
        if (!chunk) throw new Error(`No chunk contains ${module}, the screen of ${path}.`);
        const files = [...collect(chunk.fileName)].filter((file) => !known.has(file));
        return [path, files.map((file) => `/${file}`)];
      });
      if (preloads.length === 0) throw new Error("routes.tsx contains no screens.");
      const source = JSON.stringify(Object.fromEntries(preloads), null, 2);
      this.emitFile({ type: "asset", fileName: "preloads.json", source });
    },
  };
}
