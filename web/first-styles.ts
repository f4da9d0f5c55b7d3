import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "vite";
import { needsOf, readScreens, sources } from "./screens.ts";

/** What can hold a class. */
const classes = /\.tsx$|-class\.ts$/;

/** A part that is shown without waiting for the style of all screens. */
const unstyled = /laterBeside\(\s*\(\) => import\("(\.[^"]+)"\)/g;

/** The modules of a module's parts that come later and bring no style. */
function partsOf(id: string): string[] {
  if (!id.startsWith(sources) || !/\.tsx?$/.test(id)) return [];
  return [...readFileSync(id, "utf8").matchAll(unstyled)].map(([, path = ""]) => join(dirname(id), path));
}

/**
 * Fails the build if styles.css has not the classes of a module that a first screen needs, or that joins it without bringing
 * its style: it would be shown bare.
 */
export function firstStyles(): Plugin {
  return {
    name: "first-styles",
    buildEnd(error) {
      if (error) return;
      const style = readFileSync(join(sources, "styles.css"), "utf8");
      const named = (pattern: RegExp) => [...style.matchAll(pattern)].map(([, path = ""]) => path);
      const scanned = named(/^@source "\.\/([^"]+)";$/gm);
      const left = named(/^@source not "\.\/([^"]+)";$/gm);
      const first = readScreens().filter((screen) => screen.first);
      const roots = [join(sources, "main.tsx"), ...first.map(({ module }) => module)];
      const needed = new Set(roots.flatMap((root) => [...needsOf(root, (id) => this.getModuleInfo(id))]));
      const missing = [...new Set([...needed, ...[...needed].flatMap(partsOf)])]
        .filter((id) => id.startsWith(sources) && classes.test(id))
        .map((id) => relative(sources, id))
        .filter((file) => {
          const isScanned = scanned.some((path) => file === path || file.startsWith(`${path}/`));
          return !isScanned || left.includes(file);
        });
      if (missing.length === 0) return;
      const lines = missing.map((file) => `@source "./${file}";`);
      throw new Error(`First screens need these modules. Add to web/src/styles.css:\n${lines.join("\n")}`);
    },
  };
}
