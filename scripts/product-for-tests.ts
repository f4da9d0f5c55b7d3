import { mkdtemp, rm } from "node:fs/promises";
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

/** Bundles the product once for all tests that run it in a process: from its sources each start takes four times as long. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(root, "server/tested-"));
  await buildServer(folder);
  project.provide("product", folder);
  return () => rm(folder, { recursive: true, force: true });
}
