/** Which path each entry of the tab's history shows; kept for reloads too. */
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

/** Notes the path that the history's entry shows; what came after it in an older course is forgotten. */
export function notePath(index: number, path: string): void {
  if (trail[index] === path) return;
  trail = [...trail.slice(0, index), path];
  try {
    sessionStorage.setItem(key, JSON.stringify(trail));
  } catch {
    // Storage is forbidden: after a reload, "back" opens the list anew.
  }
}

/** The path of the entry before this one, if it is known. */
export function pathBefore(index: number): string | undefined {
  return trail[index - 1];
}
