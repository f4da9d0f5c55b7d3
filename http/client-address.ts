import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";

/** Whose request it is, as Fastify tells it of the requests that it answers: the last address that no trusted proxy has. */
export function clientAddresses(trusted_proxies: string[] = []): (request: IncomingMessage) => string {
  const isTrusted = proxyAddress.compile(trusted_proxies);
  return (request) => proxyAddress(request, isTrusted);
}
