import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { addressKey } from "@rounds/auth/base/limits.ts";
import type { Auth } from "@rounds/auth/service.ts";
import type { ConnectionSettings, Database } from "@rounds/database/connect.ts";
import { newsParam } from "@rounds/domain/live/news.ts";
import type { Clock } from "@rounds/http/clock.ts";
import { guarded } from "@rounds/http/guarded.ts";
import type { Origins } from "@rounds/http/origins.ts";
import type { FastifyInstance } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";
import { tellAccount } from "./changes/accounts.ts";
import type { Channel } from "./connections/channel.ts";
import { openConnection } from "./connections/connection.ts";
import { type Message, readBinary, readText, type Version } from "./connections/frames.ts";
import { takeIn } from "./connections/intake.ts";
import { type RealtimeLog, startListening, tidyLongMessages } from "./connections/listener.ts";
import { oneAtATime } from "./connections/one-at-a-time.ts";
import { readTables } from "./filters/tables.ts";
import { createHub, type Hub } from "./hub.ts";
import { createAllowance } from "./limits/allowance.ts";
import { createPeople, type People } from "./limits/people.ts";
import { createStrangers } from "./limits/strangers.ts";
import { answer, checkAgain, endChannel, type Serving } from "./protocol.ts";

export type RealtimeOptions = {
  db: Database;
  /** Where the listening connection goes. */
  settings: ConnectionSettings;
  auth: Pick<Auth, "authenticate" | "deviceOwner">;
  clock: Clock;
  log: RealtimeLog;
  /** The key that clients must send, if any. */
  api_key?: string | undefined;
  maxConnections?: number;
  /** Multiplies the limits of a person, of an address and of a known device. */
  limit_factor?: number;
  refusalMilliseconds?: number;
  joinMilliseconds?: number;
};

/** Which pages may open a socket, and the client address of a request. */
type Gate = { origins: Origins; addressOf(request: IncomingMessage): string };

export type Realtime = {
  /** Handles the sockets that ask for /realtime/v1/websocket from an allowed origin, until the server closes. */
  attach(app: FastifyInstance, gate: Gate): void;
  hub: Hub;
  people: People;
  /** Current connections and channels; messages sent and slow clients disconnected since the start. */
  counts(): { connections: number; channels: number; sent: number; cut: number };
  /** Closes all sockets, one after another within a second; their clients reconnect elsewhere or later. */
  stop(): Promise<void>;
};

const path = "/realtime/v1/websocket";
/** The largest message, in bytes: part of one is kept until the rest arrives, for strangers too. */
const maxFrame = 256 * 1024;
/** How long a socket has to show a valid token. */
const joinMilliseconds = 10_000;
/** How many bytes may be sent before that. */
const bytesOfStranger = { perSecond: 32 * 1024, burst: maxFrame };
/** The cost of a message in addition to its bytes. */
const messageOverhead = 100;
/** Clients send something every 25 seconds. */
const idleMilliseconds = 75_000;
const beatMilliseconds = 10_000;
/** How often tokens are checked for expiry. */
const expiryMilliseconds = 5_000;
/** Close code 1012: the service restarts (RFC 6455 registry). */
const restarting = 1012;
/**
 * The time between clients that are disconnected at a stop, and the longest for all, so that they don't all come back
 * at once.
 */
const partingMilliseconds = 5;
const longestParting = 1_000;
/** How long disconnected clients have to leave. */
const longestWaitMilliseconds = 2_000;

/** The realtime service of one server. It starts to listen to the database. */
export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { db, settings, auth, clock, log } = options;
  const hub = createHub({ db, clock, log, tables: await readTables(db) });
  const listener = startListening(settings, db, log, {
    hear(channel, body) {
      switch (channel) {
        case "live_changes":
          hub.hearChanges(JSON.parse(body));
          break;
        case "live_talk":
          hub.hearTalk(JSON.parse(body));
          break;
        case "live_access":
          serving.accessChanges++;
          recheck(body);
          tellAccount(channels(), body);
          break;
      }
    },
    onGap() {
      // Listeners to changes join again.
      hub.startAnew();
      recheckAll();
    },
  });
  const { maxConnections = 10_000, limit_factor = 1 } = options;
  const people = createPeople(limit_factor);
  const strangers = createStrangers({ factor: limit_factor, most: Math.ceil(maxConnections / 2) });
  const serving: Serving = {
    hub,
    people,
    auth,
    clock,
    log,
    accessChanges: 0,
    listening: listener.ready,
    ...(options.refusalMilliseconds !== undefined && { refusalMilliseconds: options.refusalMilliseconds }),
  };
  let stopping = false;
  let sent = 0;
  let cut = 0;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrame, perMessageDeflate: false });
  const beat = guarded(log, "the other servers could not be notified that this one lives", () => {
    hub.beat();
    people.tidy();
    strangers.tidy();
    for (const connection of hub.connections) connection.check();
    tidyLongMessages(db).catch(() => {});
  });
  const beating = setInterval(beat, beatMilliseconds).unref();
  const expire = guarded(log, "channels with expired tokens could not be ended", endExpired);
  const expiring = setInterval(expire, expiryMilliseconds).unref();
  void listener.ready.then(() => {
    recheckAll();
    return hub.announceSelf();
  });

  function channels(): Channel[] {
    return [...hub.connections].flatMap((connection) => [...connection.channels.values()]);
  }

  function endExpired(): void {
    for (const channel of channels()) {
      if (channel.access.expires_at <= clock())
        endChannel(serving, channel, "InvalidJWTToken: Token has expired");
    }
  }

  /** The user's sessions or rights have changed: a user who may not listen any more is disconnected at once. */
  const recheck = oneAtATime(async (userId) => {
    const own = channels().filter(({ access }) => access.user_id === userId);
    await checkAgain(serving, own);
  });

  /** Somebody who joined while nothing was heard may have lost their access meanwhile. */
  function recheckAll(): void {
    serving.accessChanges++;
    void checkAgain(serving, channels());
  }

  /** By what a socket is counted until it shows a token: whose device it is, or else its address. */
  function placeOf({ headers }: IncomingMessage, ip: string): string {
    const owner = auth.deviceOwner(headers);
    return owner === undefined ? addressKey(ip) : `device of ${owner}`;
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, place: string): void {
    // Not parsed as a URL: it may be anything.
    const [pathname = "", query] = (request.url ?? "").split("?", 2);
    const searchParams = new URLSearchParams(query);
    const key = searchParams.get("apikey") ?? "";
    const version = searchParams.get("vsn") ?? "2.0.0";
    const hearsNews = searchParams.get(newsParam.name) === newsParam.value;
    const refusal = refusalOf({ pathname, key, version, place });
    if (refusal) refuse(socket, ...refusal);
    else {
      sockets.handleUpgrade(request, socket, head, (opened) =>
        // `refusalOf` has let no other version pass.
        serve(opened, { version: version as Version, key, hearsNews, place }),
      );
    }
  }

  function refusalOf({
    pathname,
    key,
    version,
    place,
  }: Record<"pathname" | "key" | "version" | "place", string>): Refusal | undefined {
    if (pathname !== path) return [404, "There is nothing at this path"];
    if (stopping) return [503, "The server restarts"];
    if (key === "") return [401, "No API key found in request"];
    if (options.api_key !== undefined && key !== options.api_key) return [401, "Invalid API key"];
    if (version !== "1.0.0" && version !== "2.0.0") return [400, "Unknown protocol version"];
    if (hub.connections.size >= maxConnections || !strangers.allows(place))
      return [429, "Too many connections"];
    return undefined;
  }

  function serve(
    socket: WebSocket,
    { version, key, hearsNews, place }: { version: Version; key: string; hearsNews: boolean; place: string },
  ): void {
    const terminate = () => socket.terminate();
    const stranger = strangers.add(place, terminate);
    const strangersBytes = createAllowance(bytesOfStranger);
    const joining = setTimeout(terminate, options.joinMilliseconds ?? joinMilliseconds);
    const connection = openConnection(socket, {
      version,
      key,
      hearsNews,
      log,
      stranger,
      onAdmit() {
        clearTimeout(joining);
        stranger.forget();
      },
      onSent(messages) {
        sent += messages;
      },
      onCut() {
        cut++;
        log.warn("a client that does not read was disconnected");
      },
    });
    hub.connections.add(connection);
    const idle = setTimeout(terminate, idleMilliseconds);
    takeIn(socket, log, {
      borrow(bytes) {
        idle.refresh();
        return (connection.person()?.bytes ?? strangersBytes).borrow(bytes + messageOverhead);
      },
      async handle(data, isBinary) {
        const message = read(version, data, isBinary);
        if (message) await answer(serving, connection, message);
      },
    });
    const leave = guarded(log, "a realtime channel could not be left", hub.leave);
    socket.on("error", terminate);
    socket.on("close", () => {
      clearTimeout(idle);
      clearTimeout(joining);
      stranger.forget();
      hub.connections.delete(connection);
      for (const channel of [...connection.channels.values()]) leave(channel);
    });
  }

  return {
    hub,
    people,
    counts: () => ({ connections: hub.connections.size, channels: channels().length, sent, cut }),
    attach(app, { origins, addressOf }) {
      const open = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        const { headers } = request;
        if (!origins.knows(headers.host)) return refuse(socket, 421, "This server is not known by this name");
        if (!origins.allows(headers))
          return refuse(socket, 403, "Pages of this origin may not use this server");
        upgrade(request, socket, head, placeOf(request, addressOf(request)));
      };
      const letGo = (_: IncomingMessage, socket: Duplex) => void socket.destroy();
      const onUpgrade = guarded(log, "a WebSocket could not be opened", open, letGo);
      app.server.on("upgrade", onUpgrade);
      app.addHook("preClose", async () => void app.server.off("upgrade", onUpgrade));
    },
    async stop() {
      stopping = true;
      clearInterval(beating);
      clearInterval(expiring);
      const parting = Math.min(hub.connections.size * partingMilliseconds, longestParting);
      for (const connection of hub.connections) {
        connection.later(Math.random() * parting, () => connection.close(restarting, "the server restarts"));
      }
      const terminating = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
      }, parting + longestWaitMilliseconds);
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
      clearTimeout(terminating);
      await hub.sayGoodbye().catch(() => {});
      await listener.stop();
    },
  };
}

function read(version: Version, data: Buffer, isBinary: boolean): Message | undefined {
  if (isBinary) return version === "2.0.0" ? readBinary(data) : undefined;
  return readText(version, data.toString("utf8"));
}

const words = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  421: "Misdirected Request",
  429: "Too Many Requests",
  503: "Service Unavailable",
};
type Refusal = [status: keyof typeof words, error: string];

/** Refuses an upgrade in JSON; a browser sees only that it failed, other clients can read why. */
function refuse(socket: Duplex, ...[status, error]: Refusal): void {
  const body = JSON.stringify({ error });
  const head = [
    `HTTP/1.1 ${status} ${words[status]}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.on("error", () => socket.destroy());
  // Nobody reads from it any more, so it would not notice that the other side has closed it.
  socket.once("finish", () => socket.destroy());
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
