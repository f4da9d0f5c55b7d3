import { inject } from "vitest";
import { copyTemplate, type TestDatabase } from "./template.ts";

export type { TestDatabase } from "./template.ts";

/** A migrated, empty database for a test file; `close` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await copyTemplate(inject("postgres"));
}

/** `DATABASE_URL` of a test's database, for products in processes of their own. */
export function urlOf({ settings: { host, port, user, password, database } }: TestDatabase): string {
  const url = new URL(`postgres://localhost/${database}`);
  url.username = user ?? "";
  url.password = String(password);
  // A folder with a socket is no host name that an address may hold.
  url.searchParams.set("host", String(host));
  url.searchParams.set("port", String(port));
  return url.href;
}
