/** The path of each entry of the tab's history; kept for reloads too. */
const key = "trail";
let trail: string[] = read();

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}

/** Records the path of the current history entry; entries after it, from earlier navigation, are forgotten. */
export function notePath(index: number, path: string): void {
  if (trail[index] === path) return;
  trail = [...trail.slice(0, index), path];
  try {
    sessionStorage.setItem(key, JSON.stringify(trail));
  } catch {
    // Storage is forbidden: after a reload, "back" opens the list anew.
  }
}

/** How many entries back the last screen is that is no form itself (`isForm`), if it is known. */
export function stepsToOrigin(index: number, isForm: (path: string) => boolean): number | undefined {
  const origin = trail.slice(0, index).findLastIndex((path) => !isForm(path));
  return origin === -1 ? undefined : index - origin;
}

/** The path of the entry before this one, if known. */
export function pathBefore(index: number): string | undefined {
  return trail[index - 1];
}
