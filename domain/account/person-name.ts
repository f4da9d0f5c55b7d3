import { isSeen, withoutInvisible } from "../text/invisible.ts";

/**
 * Where an account's metadata may hold a person's name. Sign-in from outside sets both, the Account page only the
 * first, and an empty one there says that there is no name; programs may set only the second.
 */
export const nameKeys = ["full_name", "name"] as const;

/** The name by which everybody sees a person: the first text among the keys, without white space around it. */
export function personName(metadata: Readonly<Record<string, unknown>>): string | null {
  const given = nameKeys.map((key) => metadata[key]).find((value) => typeof value === "string");
  return given ? cleanName(given) || null : null;
}

/** What changes the name; an empty one removes it. */
export function renaming(name: string): { full_name: string } {
  return { full_name: cleanName(name) };
}

/** A name without white space around it, as it is stored. */
function cleanName(name: string): string {
  return storedName(name).trim();
}

/** A name without invisible characters; empty if nothing of it can be seen. */
function storedName(name: string): string {
  const stored = withoutInvisible(name);
  return isSeen(stored) ? stored : "";
}

/** An account's metadata with its names as they are stored. */
export function withCleanNames<Metadata extends Readonly<Record<string, unknown>>>(
  metadata: Metadata,
): Metadata {
  const named = nameKeys.filter((key) => typeof metadata[key] === "string");
  if (named.length === 0) return metadata;
  return {
    ...metadata,
    ...Object.fromEntries(named.map((key) => [key, storedName(String(metadata[key]))])),
  };
}
