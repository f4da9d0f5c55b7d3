import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { buildServer } from "./build.ts";

declare module "vitest" {
  interface ProvidedContext {
    product: string;
  }
}

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Bundles the product, or another entry by its name, for tests. The folder holds `server/dist` as the project does,
 * because the product looks for its version beside that.
 */
export async function bundleForTests(entries?: Record<string, string>) {
  await mkdir(join(root, ".build"), { recursive: true });
  const folder = await mkdtemp(join(root, ".build/tested-"));
  const dist = join(folder, "server/dist");
  await buildServer(dist, entries);
  await cp(join(root, "server/package.json"), join(folder, "server/package.json"));
  return { dist, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Bundles the product once for all tests that run it in a process: from its sources, each start would compile it anew. */
export default async function setup(project: TestProject) {
  const { dist, remove } = await bundleForTests();
  project.provide("product", dist);
  return remove;
}
