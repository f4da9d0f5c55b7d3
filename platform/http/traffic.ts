import type { Server as HttpServer, IncomingMessage } from "node:http";
import { Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** How long to wait for a request that may be under way on a kept connection when the server stops. */
const lingerMilliseconds = 1_000;
const lookMilliseconds = 50;

export type Traffic = ReturnType<typeof createTraffic>;

/** The requests under way, and how the server stops without cutting them off. */
export function createTraffic() {
  const requests = new Set<IncomingMessage>();
  let stopping = false;
  return {
    /** Requests that are not answered yet. */
    get underWay() {
      return requests.size;
    },
    /** Whether the server has been told to stop; it may still serve. */
    get stopping() {
      return stopping;
    },
    /** From now on `/readyz` says that the server is stopping, and every answer closes its connection. */
    announceStop() {
      stopping = true;
    },
    /** Counts the requests of a server; call it before its routes are added. */
    watch(app: FastifyInstance) {
      app.addHook("onRequest", async ({ raw: request }, { raw: response }) => {
        requests.add(request);
        response.once("close", () => requests.delete(request));
      });
      app.addHook("onSend", async (_, reply) => {
        if (stopping) reply.header("connection", "close");
      });
    },
    /**
     * Accepts no new connections, finishes the requests under way and closes their connections. Cuts off what is not
     * finished after this many milliseconds; returns how many requests that were.
     */
    async drain(server: HttpServer, milliseconds: number): Promise<number> {
      stopping = true;
      const begun = performance.now();
      const passed = () => performance.now() - begun;
      // The HTTP server's own `close` would close idle connections at once, and with them requests under way.
      Server.prototype.close.call(server);
      while (passed() < Math.min(lingerMilliseconds, milliseconds) && (await countConnections(server)) > 0) {
        await wait(lookMilliseconds);
      }
      while (requests.size > 0 && passed() < milliseconds) {
        server.closeIdleConnections();
        await wait(lookMilliseconds);
      }
      const cut = requests.size;
      server.closeAllConnections();
      return cut;
    },
  };
}

function countConnections(server: HttpServer): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
}
