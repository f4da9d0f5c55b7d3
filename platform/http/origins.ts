import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { ErrorCode } from "@rounds/domain/errors/errors.ts";
import { isLoopback } from "./loopback.ts";

/** Who may use the server from a browser; `host` is the address that it listens on. */
type OriginSettings = {
  /** The address at which browsers reach the product. */
  public_url: string;
  /** Further origins whose pages may use the server, as browsers write them. */
  allowed_origins?: string[];
  host?: string;
};

/** Methods that change nothing; a page of another origin can send them, but not read the answers. */
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** What a page of an allowed origin may send and read. */
const preflightHeaders = {
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers":
    "apikey, authorization, x-client-info, x-supabase-api-version, content-type, idempotency-key, traceparent, tracestate, baggage",
  "access-control-max-age": "7200",
};
const exposedHeaders = "X-Supabase-Api-Version, X-Total-Count, Link, Retry-After";

export type Origins = ReturnType<typeof createOrigins>;

/**
 * The origins whose pages may use the server: that of `PUBLIC_URL`, those of `ALLOWED_ORIGINS`, and the server's own
 * if it is reached by an IP address or as localhost. Programs send no Origin; they are accepted. A server that only
 * its own machine reaches also refuses unknown host names: an attacker could point such a name here, so that the
 * browser takes this server for the attacker's page (DNS rebinding).
 */
export function createOrigins({ public_url, allowed_origins = [], host }: OriginSettings) {
  const allowed = new Set([new URL(public_url).origin, ...allowed_origins]);
  const names = new Set([...allowed].map((origin) => new URL(origin).hostname));
  const mindsNames = host !== undefined && isLoopback(host);

  function allows({ origin, host }: IncomingHttpHeaders): boolean {
    return origin === undefined || allowed.has(origin) || isOwn(origin, host);
  }

  function knows(host: string | undefined): boolean {
    if (!mindsNames || host === undefined) return true;
    const hostname = hostnameOf(`http://${host}`);
    return hostname !== undefined && (isAddress(hostname) || names.has(hostname));
  }

  return {
    allows,
    knows,
    /** Why a request is refused before it is read; undefined if it is not. */
    refusalOf(method: string, headers: IncomingHttpHeaders): ErrorCode | undefined {
      if (!knows(headers.host)) return "unknown_host";
      const asks = method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
      if ((asks || !safeMethods.has(method)) && !allows(headers)) return "other_origin";
      return undefined;
    },
    /** The headers with which the browser shows an answer to the page that asked. */
    headersFor(headers: IncomingHttpHeaders): Record<string, string> {
      const { origin } = headers;
      if (origin === undefined || !allows(headers)) return { vary: "Origin" };
      return {
        vary: "Origin",
        "access-control-allow-origin": origin,
        "access-control-expose-headers": exposedHeaders,
      };
    },
    preflightHeaders,
  };
}

/** Whether a page comes from the requested address itself, to which no foreign name can point. */
function isOwn(origin: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  const asked = `${page.protocol}//${host}`;
  return isAddress(page.hostname) && URL.canParse(asked) && new URL(asked).origin === page.origin;
}

/** Whether a host is an IP address or this machine's own name, which DNS can't redirect. */
function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || /(?:^|\.)localhost$/.test(hostname);
}

function hostnameOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}
