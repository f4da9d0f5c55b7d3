import type { Plugin, Rolldown } from "vite";
import { readScreens } from "./screens.ts";

/** A chunk and everything that it imports; chunks can import each other. */
export function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  fileName: string,
  files = new Set<string>(),
): Set<string> {
  if (files.has(fileName)) return files;
  files.add(fileName);
  const chunk = chunks.find((candidate) => candidate.fileName === fileName);
  for (const imported of chunk?.imports ?? []) withImports(chunks, imported, files);
  return files;
}

/**
 * Writes preloads.json: the scripts and the style that each screen needs besides those in the HTML. The server adds them to the
 * HTML, so that a browser fetches the first screen together with everything else.
 */
export function screenPreloads(): Plugin {
  return {
    name: "screen-preloads",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const known = new Set(
        chunks.filter((chunk) => chunk.isEntry).flatMap(({ fileName }) => [...withImports(chunks, fileName)]),
      );
      const style = Object.values(bundle).find(
        (file) => file.type === "asset" && file.names.includes("later.css"),
      );
      if (!style)
        throw new Error("No file contains later.css, the style of the screens that are loaded later.");
      const preloads = readScreens().map(({ path, module, first }) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
        if (!chunk) throw new Error(`No chunk contains ${module}, the screen of ${path}.`);
        const scripts = [...withImports(chunks, chunk.fileName)].filter((file) => !known.has(file));
        const files = first ? scripts : [style.fileName, ...scripts];
        return [path, files.map((file) => `/${file}`)];
      });
      const source = JSON.stringify(Object.fromEntries(preloads), null, 2);
      this.emitFile({ type: "asset", fileName: "preloads.json", source });
    },
  };
}
