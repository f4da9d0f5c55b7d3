import { paths, type Target } from "../paths.ts";
import { parseSearch } from "../search.ts";

/**
 * The screen to go to after signing in: `asked` if it is an address of this very product, otherwise the dashboard.
 * An address of another host, however it is disguised, must not be reached by way of our sign-in page.
 */
export function safeRedirect(asked: string | undefined, origin: string): Target {
  const nowhere = paths.dashboard();
  if (!asked?.startsWith("/")) return nowhere;
  let url: URL;
  try {
    url = new URL(asked, origin);
  } catch {
    return nowhere;
  }
  const away = url.origin !== origin || url.pathname.startsWith("//");
  const signIn = paths.signIn().to;
  return away || url.pathname === signIn || url.pathname.startsWith(`${signIn}/`)
    ? nowhere
    : { to: url.pathname, search: parseSearch(url.search) };
}
