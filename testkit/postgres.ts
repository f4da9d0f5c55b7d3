import type { TestProject } from "vitest/node";
import { startTestServer, type TestServer } from "./template.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: TestServer;
  }
}

/** Starts one real PostgreSQL for all server tests. */
export default async function setup(project: TestProject) {
  const { server, stop } = await startTestServer();
  project.provide("postgres", server);
  return stop;
}
