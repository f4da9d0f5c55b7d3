import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import type { Certificate } from "./certificate.ts";
import { answerUnparsable } from "./unparsable.ts";

/** Browsers and proxies wait for each answer before they send the next request on a connection. */
const maxOutstanding = 20;
/**
 * How long a connection may make no progress in the middle of a request or an answer: longer than any statement takes.
 */
const stillMilliseconds = 120_000;
/** How long a connection may stay open between two requests: longer than proxies keep theirs. */
const keptMilliseconds = 72_000;
/** A request must arrive within this time, including its body. */
const requestMilliseconds = 30_000;
/** A connection must agree on its encryption within this time. */
const handshakeMilliseconds = 10_000;

type Exchange = { request: IncomingMessage; response: ServerResponse };

const asked = Symbol("asked to upgrade");

/**
 * A request that offers another protocol than WebSocket (curl and Java offer `h2c`) is an ordinary request: Node 20
 * would pass it to the upgrade listener. Later versions have `shouldUpgradeCallback` for this.
 */
class Request extends IncomingMessage {
  declare [asked]: boolean | null;

  get upgrade(): boolean {
    return (
      this[asked] === true && (this.method === "CONNECT" || /^websocket$/i.test(this.headers.upgrade ?? ""))
    );
  }

  // The parser says whether the headers ask for an upgrade, and then the server whether it handles upgrades.
  set upgrade(value: boolean | null) {
    this[asked] = value;
  }
}

const options: ServerOptions = {
  IncomingMessage: Request,
  requestTimeout: requestMilliseconds,
  keepAliveTimeout: keptMilliseconds,
  connectionsCheckingInterval: 5_000,
  // Node would refuse it without a body.
  requireHostHeader: false,
};

/**
 * The HTTP server with limits per connection: its requests are handled one after another, one with too many outstanding
 * requests is closed, one without progress too, and when a connection closes, all its requests end. A connection that
 * has sent nothing yet, as browsers open one in advance, counts as idle: Node would wait for its first request when the
 * server closes. With a certificate it is a server for HTTPS.
 */
export function createHttpServer(handle: RequestListener, certificate?: Certificate): Server {
  /** The outstanding requests of each open connection. */
  const outstanding = new Map<Socket, Set<Exchange>>();
  const exchangesOf = (socket: Socket) => outstanding.get(socket) ?? new Set();

  const answer: RequestListener = (request, response) => {
    const { socket } = request;
    const exchanges = exchangesOf(socket);
    // Requests in the same packet as one too many are still handled, but nobody waits for their answers.
    if (socket.destroyed) return;
    if (exchanges.size >= maxOutstanding) return void socket.destroy();
    // A server must refuse it (RFC 9112, section 3.2).
    if (request.httpVersion === "1.1" && request.headers.host === undefined)
      return answerUnparsable(new Error("no Host header"), socket, exchanges);
    const exchange = { request, response };
    exchanges.add(exchange);
    response.once("close", () => {
      exchanges.delete(exchange);
      const [next] = exchanges;
      if (next && !socket.destroyed) handle(next.request, next.response);
    });
    // The others wait: otherwise all that one connection sent at once would come before everybody else's next request.
    if (exchanges.size === 1) handle(request, response);
  };
  // Node's two servers have the same methods and events, except those of a connection.
  const server = certificate
    ? (createSecureServer(
        { ...options, ...certificate, handshakeTimeout: handshakeMilliseconds },
        answer,
      ) as unknown as Server)
    : createServer(options, answer);
  server.setTimeout(stillMilliseconds);
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    closeIdleConnections();
    for (const socket of outstanding.keys()) if (socket.bytesRead === 0) socket.destroy();
  };
  server.on(certificate ? "secureConnection" : "connection", (socket: Socket) => {
    const exchanges = new Set<Exchange>();
    outstanding.set(socket, exchanges);
    socket.once("close", () => {
      outstanding.delete(socket);
      // Node notifies the answer that was being sent, but not those waiting behind it, which have no socket yet.
      for (const { response } of exchanges) if (!response.socket) response.destroy().emit("close");
    });
  });
  // An unknown expectation may be ignored (RFC 9110, section 10.1.1); Node would refuse without a body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // Who does not speak TLS understands no answer.
  server.on("tlsClientError", (_: Error, socket: Socket) => socket.destroy());
  // Node types it as any stream; a server for HTTP has sockets.
  server.on("clientError", (error, socket) =>
    answerUnparsable(error, socket as Socket, exchangesOf(socket as Socket)),
  );
  return server;
}
