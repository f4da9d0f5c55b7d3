import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";

/** The client address of a request, as Fastify computes it: the last address that is not a trusted proxy's. */
export function clientAddresses(trusted_proxies: string[] = []): (request: IncomingMessage) => string {
  const isTrusted = proxyAddress.compile(trusted_proxies);
  return (request) => proxyAddress(request, isTrusted);
}
