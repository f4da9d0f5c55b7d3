import { Writable } from "node:stream";
import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import type { Route, RouteShape } from "@rounds/domain/contract/route.ts";
import type { ErrorBody } from "@rounds/domain/errors/errors.ts";
import { pino } from "pino";
import { createApp } from "../app.ts";
import { defaultLimits } from "../auth/limits.ts";
import { createAuth } from "../auth/service.ts";
import type { MailSettings } from "../auth/settings.ts";
import { privateSettings } from "../auth/testing/settings.ts";
import type { ClusterAddress } from "../database/cluster/address.ts";
import { createReplica } from "../database/replica/replica.ts";
import type { DownloadLimits } from "../http/download.ts";
import { loggedError } from "../http/log.ts";
import { createTraffic } from "../http/traffic.ts";
import { createRealtime } from "../realtime/service.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";

/** What a call gives its route: every part that the route needs, the query if it likes. */
type Given<Shape extends RouteShape> = Pick<Shape, Extract<keyof Shape, "params" | "body">> &
  Partial<Pick<Shape, Extract<keyof Shape, "query">>>;

/** An answer as it came. */
export type Answer = { status: number; headers: Headers; text: string };

/** One request, written by hand. */
export type Request = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};

/** A call that the API refused, with what it said. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorBody["code"];
  readonly fields: ErrorBody["fields"];
  readonly details: ErrorBody["details"];

  constructor(status: number, { code, message, fields, details }: ErrorBody) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.details = details;
  }
}

/** Somebody who is signed in. */
export type Member = {
  id: string;
  email: string;
  token: string;
  /** Calls a route; throws a `Refusal` for any answer but a success. */
  call<Shape extends RouteShape>(route: Route<Shape>, given: Given<Shape>): Promise<Shape["response"]>;
  /** Sends a request as it is, with the member's token unless `headers` say otherwise. */
  send(path: string, request?: Request): Promise<Answer>;
};

type Options = {
  /** What the clock shows at first; it stands still. */
  now?: string;
  limit_factor?: number;
  downloads?: Partial<DownloadLimits>;
  database?: TestDatabase;
  /** Where lists and reports are read, and how long that is left alone when it fails. */
  replica?: { address: ClusterAddress; pauses?: { first: number; longest: number } };
  business_time_zone?: string;
  public_url?: string;
  allowed_origins?: string[];
  /** The address that the server says it listens on; it is 127.0.0.1. */
  host?: string;
  product_name?: string;
  api_key?: string;
  mail?: MailSettings;
  signup?: string;
  /** Folder of built pages. */
  pages?: string;
  /** Whether it tells of changes over sockets. */
  realtime?: boolean;
  /** Who signs up at once. */
  email?: string;
};

/** Sunday, 15 June 2025, 15:30 in Kolkata. */
export const testMoment = "2025-06-15T10:00:00Z";

const password = "correct horse battery";

export type TestApp = Awaited<ReturnType<typeof startApp>>;

/** The whole server on a port and (unless given) a database of its own, with somebody signed in. */
export async function startApp(options: Options = {}) {
  const database = options.database ?? (await createTestDatabase());
  const config = {
    product_name: options.product_name ?? "Rounds",
    business_time_zone: options.business_time_zone ?? "Asia/Kolkata",
    public_url: options.public_url ?? "http://rounds.test",
    ...(options.allowed_origins && { allowed_origins: options.allowed_origins }),
    ...(options.host && { host: options.host }),
    ...privateSettings(),
    api_key: options.api_key,
    ...(options.mail && { mail: options.mail }),
    signup: options.signup ?? "open",
  };
  const { db } = database;
  let milliseconds = Date.parse(options.now ?? testMoment);
  const clock = () => milliseconds;
  const lines: string[] = [];
  const log = captureLog(lines);
  const { limit_factor = 1000, pages } = options;
  const replica = options.replica && createReplica(options.replica.address, db, log, options.replica.pauses);
  const auth = await createAuth({
    db,
    clock,
    config,
    log,
    limits: unlimited,
    tells_position: replica !== undefined,
  });
  const realtime =
    options.realtime &&
    (await createRealtime({ db, settings: database.settings, auth, clock, log, refusalMilliseconds: 50 }));
  const traffic = createTraffic();
  const app = await createApp({
    db,
    ...(replica && { replica }),
    ...(realtime && { realtime }),
    traffic,
    auth,
    clock,
    config,
    log,
    limit_factor,
    ...(options.downloads && { downloads: options.downloads }),
    ...(pages && { pages }),
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });

  async function signUp(email: string): Promise<Member> {
    const { access_token, user } = await askAuth("/signup", { email, password });
    return memberOf(url, access_token, user);
  }

  async function askAuth(path: string, body: object): Promise<SessionBody> {
    const answer = await send(url, `/auth/v1${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(options.api_key !== undefined && { apikey: options.api_key }),
      },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text);
  }

  const member = await signUp(options.email ?? "asha@example.com");
  return {
    ...member,
    member,
    app,
    auth,
    traffic,
    database,
    db,
    url,
    signUp,
    /** Signs a member in again: the clock may have left the access token behind. */
    async signIn(email: string): Promise<Member> {
      const { access_token, user } = await askAuth("/token?grant_type=password", { email, password });
      return memberOf(url, access_token, user);
    },
    /** Puts the clock to a moment (ISO 8601). */
    setClock(moment: string) {
      milliseconds = Date.parse(moment);
    },
    /** The business's day. */
    today: () => dayOf(milliseconds, config.business_time_zone),
    /** All that was logged so far. */
    logged: () => lines.join(""),
    async close() {
      if (realtime) await realtime.stop();
      await app.close();
      await replica?.close();
      if (!options.database) await database.close();
    },
  };
}

type SessionBody = { access_token: string; user: { id: string; email: string } };

/** Signs a member in on one device more, and gives the id of that session. */
export async function signInAgain({ send, email }: Member): Promise<string> {
  const answer = await send("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { access_token } = JSON.parse(answer.text) as SessionBody;
  return JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString()).session_id;
}

/** A member of a server, wherever that runs. */
export function memberOf(url: string, token: string, user: { id: string; email: string }): Member {
  const authorized = ({ headers, ...request }: Request = {}): Request => ({
    ...request,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return {
    id: user.id,
    email: user.email,
    token,
    send: (path, request) => send(url, path, authorized(request)),
    async call(route, given) {
      const { params, query, body } = given as { params?: object; query?: object; body?: unknown };
      const request = authorized({
        method: route.method,
        ...(body !== undefined && {
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      });
      const answer = await send(url, address(route.path, params, query), request);
      const content = JSON.parse(answer.text);
      if (answer.status >= 300) throw new Refusal(answer.status, content);
      return content;
    },
  };
}

/** The address of a route with its parameters and query. */
export function address(path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params));
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(values.get(name)));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) search.set(key, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Sends a request as it is. */
export async function send(url: string, path: string, request: Request = {}): Promise<Answer> {
  const response = await fetch(url + path, request);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function captureLog(lines: string[]) {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return pino({ level: "debug", base: null, serializers: { err: loggedError } }, stream);
}

/** Limits of the auth service that no test reaches. */
const unlimited = Object.fromEntries(
  Object.entries(defaultLimits).map(([name, limit]) => [name, { ...limit, count: 1e6, burst: 1e6 }]),
);
