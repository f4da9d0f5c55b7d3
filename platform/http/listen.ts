import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { ConfigError } from "./config-error.ts";
import { isLoopback } from "./loopback.ts";

/** The first descriptor passed by a service manager (sd_listen_fds(3)). */
const handedOver = 3;
/** Connections that may wait to be accepted, as in systemd; Node's own number would shorten the queue. */
const backlog = 4096;

/** Where to listen; port 0 lets the system choose. */
type ListenSettings = { port: number; host: string };

/** Where the product listens: the socket passed by a service manager, otherwise host and port. */
export async function listen(
  app: FastifyInstance,
  { port, host }: ListenSettings,
  env: Record<string, string | undefined> = process.env,
): Promise<AddressInfo> {
  if (isForUs(env)) await adopt(app, host);
  else await app.listen({ port, host }).catch((error: unknown) => refuse(error, { port, host }));
  return addressOf(app);
}

/**
 * Checks whether the product can listen, before anything is started that would have to be stopped. Throws
 * `ConfigError`.
 */
export async function checkListening(
  { port, host }: ListenSettings,
  env: Record<string, string | undefined> = process.env,
): Promise<void> {
  if (isForUs(env)) return;
  const server = createServer();
  try {
    const listening = once(server, "listening");
    server.listen({ port, host });
    await listening;
  } catch (error) {
    refuse(error, { port, host });
  }
  server.close();
  await once(server, "close");
}

function addressOf(app: FastifyInstance): AddressInfo {
  // It listens by now, and to a TCP socket: no path (a text), and no null.
  return app.server.address() as AddressInfo;
}

/** The message for an address on which the product can't listen. */
function refuse(error: unknown, { port, host }: ListenSettings): never {
  const because = {
    EADDRINUSE: "Another program uses this port. Choose another: PORT=3001 npm start",
    EADDRNOTAVAIL: `HOST=${host} is not an address of this machine`,
    ENOTFOUND: `HOST=${host} is a name that has no address`,
    EAI_AGAIN: `HOST=${host} is a name whose address can't be looked up`,
    EACCES: `PORT=${port} needs more rights than this user has. Choose one above 1023: PORT=3000 npm start`,
  }[String(error instanceof Error && "code" in error && error.code)];
  throw because === undefined ? error : new ConfigError(because, { cause: error });
}

/** Whether a socket was passed to this process. Throws `ConfigError` if there is more than one. */
export function isForUs({ LISTEN_PID, LISTEN_FDS }: Record<string, string | undefined>): boolean {
  if (LISTEN_PID !== String(process.pid) || LISTEN_FDS === undefined) return false;
  if (LISTEN_FDS !== "1") {
    throw new ConfigError(`The product takes one socket, and ${LISTEN_FDS} were handed over`);
  }
  return true;
}

/** Accepts connections from a socket that another process opened, and that stays open when this process ends. */
async function adopt(app: FastifyInstance, host: string): Promise<void> {
  await app.ready();
  // Fastify's own `listen` does not support descriptors.
  app.server.listen({ fd: handedOver }, backlog);
  await once(app.server, "listening").catch((error: Error) => {
    throw new ConfigError("What was handed over as descriptor 3 is no TCP socket", { cause: error });
  });
  const { address } = addressOf(app);
  if (isLoopback(host) && !isLoopback(address)) {
    throw new ConfigError(
      `The socket that was handed over listens on ${address}, where others reach it: set HOST=${address}`,
    );
  }
}
