import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { type Config, ConfigError, isLoopback } from "../config.ts";

/** The first descriptor that a service manager hands over (sd_listen_fds(3)). */
const handedOver = 3;
/** Connections that may wait while nobody accepts them, as systemd has it; Node's own figure would shorten the queue. */
const backlog = 4096;

/** Where the product listens: the socket that a service manager has handed over, else host and port. */
export async function listen(
  app: FastifyInstance,
  { port, host }: Pick<Config, "port" | "host">,
  env: Record<string, string | undefined> = process.env,
): Promise<AddressInfo> {
  if (isForUs(env)) await adopt(app, host);
  else await app.listen({ port, host });
  return app.server.address() as AddressInfo;
}

/** Whether a socket was handed to this very process. Throws `ConfigError` if there is more than one. */
export function isForUs({ LISTEN_PID, LISTEN_FDS }: Record<string, string | undefined>): boolean {
  if (LISTEN_PID !== String(process.pid) || LISTEN_FDS === undefined) return false;
  if (LISTEN_FDS !== "1") {
    throw new ConfigError(`The product takes one socket, and ${LISTEN_FDS} were handed over`);
  }
  return true;
}

/** Takes connections from a socket that somebody else opened, and that stays open when this process ends. */
async function adopt(app: FastifyInstance, host: string): Promise<void> {
  await app.ready();
  // Fastify's own `listen` knows no descriptors.
  app.server.listen({ fd: handedOver }, backlog);
  await once(app.server, "listening").catch((error: Error) => {
    throw new ConfigError("What was handed over as descriptor 3 is no TCP socket", { cause: error });
  });
  const { address } = app.server.address() as AddressInfo;
  if (isLoopback(host) && !isLoopback(address)) {
    throw new ConfigError(
      `The socket that was handed over listens on ${address}, where others reach it: set HOST=${address}`,
    );
  }
}
