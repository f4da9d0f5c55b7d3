import type { Server as HttpServer, IncomingMessage } from "node:http";
import { Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** A kept connection may have a request on its way when the server stops: how long it is waited for. */
const lingerMilliseconds = 1_000;
const lookMilliseconds = 50;

export type Traffic = ReturnType<typeof createTraffic>;

/** The requests that a server is busy with, and how it comes to an end without breaking one. */
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
    /** From now on `/readyz` says that the server goes, and every answer ends its connection. */
    announceStop() {
      stopping = true;
    },
    /** Counts the requests of a server; to be called before its routes are added. */
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
     * Takes no new connections, finishes the requests under way and ends their connections. Cuts off what is not
     * finished after so many milliseconds; gives how many requests that were.
     */
    async drain(server: HttpServer, milliseconds: number): Promise<number> {
      stopping = true;
      const begun = performance.now();
      const passed = () => performance.now() - begun;
      // The HTTP server's own `close` would end idle connections at once, and with them requests on their way.
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
