import type { FastifyRequest } from "fastify";
import type { AuthContext } from "./base/context.ts";
import { GatewayError } from "./base/errors.ts";
import { isSame, refuseBrowser, roleOfKey, serviceRoles } from "./base/service-key.ts";

/**
 * Paths that browsers open by a link or a redirect, without headers; and paths that others call before they have a
 * key.
 */
const keyless = new Set(["/verify", "/authorize", "/callback", "/health", "/.well-known/jwks.json", "/mail"]);

/**
 * Accepts requests whose header `apikey` holds the key of the settings or a service key; accepts all if the settings
 * have no key. `path` is the route's own, undefined if there is none.
 */
export async function requireApiKey(
  context: AuthContext,
  { method, headers }: FastifyRequest,
  path: string | undefined,
): Promise<void> {
  const { api_key } = context.config;
  if (api_key === undefined || method === "OPTIONS") return;
  if (method === "GET" && path !== undefined && keyless.has(path)) return;
  const given = headers.apikey;
  if (typeof given !== "string" || given === "") throw new GatewayError("No API key found in request");
  if (isSame(api_key, given)) return;
  const role = await roleOfKey(context, given);
  if (role === undefined || !serviceRoles.has(role)) throw new GatewayError("Invalid API key");
  refuseBrowser(headers);
}
