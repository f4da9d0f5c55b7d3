import { dirname, join } from "node:path/posix";
import { pathInRoom } from "./floors.ts";
import type { SourceFile } from "./tree.ts";

const word = /[A-Za-z_$][\w$]*/;
const declared = new RegExp(
  `^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\\*?|class|type|interface|enum) (${word.source})`,
  "gm",
);
const listed = /^export (?:type )?\{([^}]*)\}/gm;
const destructured = /^export const \{([^}]*)\}/gm;
const imported = /(?:^|[;\s])(?:import|export)\s+(?:type\s+)?([^"';]*?)\s*from\s*["']([^"']+)["']/g;
const loading = /import\(\s*["']([^"']+)["']/g;

/**
 * Every name that a file exports and no other file imports, one line each. Tests count as importers. Of a file that
 * is loaded later, or imported with all its names, a name is used if any other file has it as a word. A default export is for the
 * program that reads the file, and is left out.
 */
export function findUnusedExports(files: readonly SourceFile[]): string[] {
  const used = new Set<string>();
  const loaded = new Set<string>();
  for (const { path, text } of files) {
    for (const [, names = "", from = ""] of text.matchAll(imported)) {
      const target = targetOf(path, from);
      if (!target) continue;
      const braced = /\{([^}]*)\}/.exec(names)?.[1];
      for (const name of namesIn(braced ?? "", "left")) used.add(`${target} ${name}`);
      if (names.includes("*")) loaded.add(target);
    }
    for (const [, from = ""] of text.matchAll(loading)) loaded.add(targetOf(path, from) ?? "");
  }
  const isWord = (name: string) => new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`);
  const isUsed = (path: string, name: string) =>
    used.has(`${path} ${name}`) ||
    (loaded.has(path) && files.some((file) => file.path !== path && isWord(name).test(file.text)));
  return files.flatMap(({ path, text }) =>
    exportsOf(text)
      .filter((name) => !isUsed(path, name))
      .map((name) => `${path}: nobody imports ${name}`),
  );
}

function exportsOf(text: string): string[] {
  const single = [...text.matchAll(declared)].map(([, name = ""]) => name);
  const several = [...text.matchAll(listed), ...text.matchAll(destructured)];
  return [...single, ...several.flatMap(([, names = ""]) => namesIn(names, "right"))].filter(
    (name) => name !== "default",
  );
}

/** The names between braces; of `a as b` or `a: b` the left or the right one. */
function namesIn(braced: string, side: "left" | "right"): string[] {
  return braced
    .split(",")
    .map((one) => one.trim().replace(/^type /, ""))
    .filter(Boolean)
    .map(
      (one) =>
        one
          .split(/ as |:/)
          .at(side === "left" ? 0 : -1)
          ?.trim() ?? "",
    );
}

function targetOf(path: string, from: string): string | undefined {
  if (from.startsWith("@rounds/")) return pathInRoom(from);
  return from.startsWith(".") ? join(dirname(path), from) : undefined;
}
