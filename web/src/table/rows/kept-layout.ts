/** What is found out about the layout of a list. */
type Found = "room" | "lowered";

const keyOf = (found: Found, list: string) => `${found} ${list}`;

/**
 * What was found out when the list was shown last in this tab, under the same conditions (`within`): it most likely is so
 * again, and the list need not be built twice.
 */
export function keptLayout(found: Found, list: string, within: string | number): number | undefined {
  try {
    const [then, value] = sessionStorage.getItem(keyOf(found, list))?.split(":") ?? [];
    return then === `${within}` ? Number(value) : undefined;
  } catch {
    // The browser forbids storage.
    return undefined;
  }
}

/** Keeps that until the tab is closed, so that one unusually wide row doesn't count for ever. */
export function keepLayout(found: Found, list: string, within: string | number, value: number): void {
  try {
    sessionStorage.setItem(keyOf(found, list), `${within}:${value}`);
  } catch {
    // Without it, the list is built as when it is shown for the first time.
  }
}
