import { isIP } from "node:net";
import { RE2JS } from "re2js";
import type { AuthConfig } from "../base/settings.ts";

/** Schemes that run the address as code. */
const dangerous = new Set(["javascript:", "data:", "vbscript:", "blob:", "file:"]);

/**
 * Where a link may lead: `asked` if it has the product's own origin (any port on loopback) or matches the
 * allow-list, otherwise the product itself, without an error (docs/auth.md#codes-links-and-redirects).
 */
export function allowedRedirect(
  config: Pick<AuthConfig, "public_url" | "redirect_allow_list">,
  asked: string | undefined,
): string {
  return asked !== undefined && isAllowed(config, asked) ? asked : config.public_url;
}

function isAllowed(
  { public_url, redirect_allow_list }: Pick<AuthConfig, "public_url" | "redirect_allow_list">,
  asked: string,
): boolean {
  // Browsers remove or replace these, so two parsers of one address could see different hosts.
  if (/[\s\\\p{Cc}]/u.test(asked) || asked.length > 2000) return false;
  const url = parseUrl(asked);
  if (!url || dangerous.has(url.protocol) || url.username !== "" || url.password !== "") return false;
  const site = new URL(public_url);
  if (url.origin !== "null" && url.origin === site.origin) return true;
  if (isLoopback(site.hostname) && url.protocol === site.protocol && url.hostname === site.hostname)
    return true;
  if (isNumericHost(url.hostname) && !isLoopback(url.hostname)) return false;
  const forms = comparableForms(url);
  return redirect_allow_list.some((glob) => forms.some((form) => expressionOf(glob).test(form)));
}

/**
 * An address as browsers read it, so that no spelling of a host can mislead a glob (`%2e` and U+3002 are dots, and a
 * host may end at `?`). A bare host also counts without the slash that browsers add.
 */
function comparableForms(url: URL): string[] {
  url.hash = "";
  const bare = url.pathname === "/" && url.search === "";
  return bare ? [url.href, url.href.slice(0, -1)] : [url.href];
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function isNumericHost(hostname: string): boolean {
  return (
    isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || /^(?:0x)?[0-9a-f]*\d$/i.test(hostname.replaceAll(".", ""))
  );
}

const expressions = new Map<string, RE2JS>();

/** The expression of a glob in the settings, compiled once. */
function expressionOf(glob: string): RE2JS {
  const expression = expressions.get(glob) ?? globExpression(glob);
  expressions.set(glob, expression);
  return expression;
}

/**
 * A glob as an expression over a whole address, for an engine that never backtracks: strangers choose the address, and
 * with a few `**` the time would otherwise grow with a power of its length. `*` is any run without "." and "/", `**`
 * any run (inside a host: without "/"), `?` one character except these, `[a-z]` and `{one,two}` are choices.
 */
function globExpression(glob: string): RE2JS {
  let source = "";
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const character = glob.charAt(at);
    if (character === "*") {
      const two = glob[at + 1] === "*";
      // If more of the host follows, an unrestricted run could leave the host and match the rest in a path.
      const hostFollows = /^[^/]*:\/\/[^/]*$/.test(glob.slice(0, at)) && at + 2 < glob.length;
      if (two) source += hostFollows ? "[^/?]*" : ".*";
      else source += "[^./]*";
      if (two) at++;
    } else if (character === "?") source += "[^./]";
    else if (character === "{") {
      source += "(?:";
      depth++;
    } else if (character === "}" && depth > 0) {
      source += ")";
      depth--;
    } else if (character === "," && depth > 0) source += "|";
    else if (character === "[" && /^\[!?[a-z0-9-]+\]/i.test(glob.slice(at))) {
      const end = glob.indexOf("]", at);
      source += glob.slice(at, end + 1).replace("[!", "[^./");
      at = end;
    } else source += character.replace(/[\\^$.|+()[\]{}*?/]/g, "\\$&");
  }
  return RE2JS.compile(`^${source}${")".repeat(depth)}$`);
}

/** The address with values in its fragment, as in the implicit flow; an existing fragment is replaced. */
export function withFragment(address: string, values: Record<string, string>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(values).toString();
  return url.href;
}

/** The address with values added to its query. */
export function withQuery(address: string, values: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}
