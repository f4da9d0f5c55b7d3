/**
 * Whether a path is a file's, as in "/icon.svg": the name at its end has a dot. The paths of screens have none. No
 * expression such as `\.[^/]*$`, because strangers choose the path: with many dots it takes their number squared.
 */
export function namesFile(path: string): boolean {
  return path.slice(path.lastIndexOf("/") + 1).includes(".");
}
