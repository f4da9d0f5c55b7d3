/** The address of a call: the route's path with its parameters, and the query values that are set. */
export function urlOf(path: string, params: Record<string, string> = {}, query: object = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return search === "" ? filled : `${filled}?${search}`;
}
