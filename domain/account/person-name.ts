/**
 * Where an account's metadata may hold a person's name. Sign-in from outside sets both, the Account page only the
 * first, and an empty one there says that there is no name; programs may set only the second.
 */
export const nameKeys = ["full_name", "name"] as const;

/** The name by which everybody sees a person: the first text among the keys, without white space around it. */
export function personName(metadata: Readonly<Record<string, unknown>>): string | null {
  const given = nameKeys.map((key) => metadata[key]).find((value) => typeof value === "string");
  return given?.trim() || null;
}

/** What changes the name; an empty one removes it. */
export function renaming(name: string): { full_name: string } {
  return { full_name: name.trim() };
}
