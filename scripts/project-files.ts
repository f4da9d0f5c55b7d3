import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "./tree.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Folders that git ignores. */
const skipped = /^(?:node_modules|dist|results|data|\.git|\.build|tested-.*)$/;
const binary = /\.(?:png|ico|svg|webp|woff2)$/;

/** All files of the project below a folder, by their paths from the root; the text of a picture is left empty. */
export function readProject(folder = ""): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    // A noun is called coverage too; at the top it is a report of tests.
    if (skipped.test(entry.name) || path === "coverage") return [];
    if (entry.isDirectory()) return readProject(path);
    if (!entry.isFile()) return [];
    return [{ path, text: binary.test(path) ? "" : readFileSync(join(root, path), "utf8") }];
  });
}
