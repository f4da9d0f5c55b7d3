import { inject } from "vitest";
import { copyTemplate, type TestDatabase } from "./template.ts";

export type { TestDatabase } from "./template.ts";

/** A migrated, empty database of a test file's own; `close` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await copyTemplate(inject("postgres"));
}
