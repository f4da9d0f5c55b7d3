import { paths, type Target } from "../paths.ts";
import { parseSearch } from "../search.ts";

/**
 * The screen to open after signing in: `asked` if it is an address of this product, otherwise the dashboard. Our
 * sign-in page must not redirect to another host, however its address is disguised.
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
