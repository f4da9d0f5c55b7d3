import { systemClock } from "@rounds/http/clock.ts";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { send } from "@rounds/testkit/send.ts";
import { GoTrueClient } from "@supabase/auth-js";
import Fastify, { type FastifyInstance } from "fastify";
import { type AuthLimits, defaultLimits, type LimitName } from "../base/limits.ts";
import type { AuthConfig, AuthSettings } from "../base/settings.ts";
import { type Auth, createAuth } from "../service.ts";
import { privateSettings } from "./settings.ts";

/** An answer with its body. */
export type Reply = { status: number; headers: Headers; body: Record<string, unknown>; text: string };

type Asked = {
  method?: string;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
  bearer?: string;
};

/** The service on a database and a port of its own, with a clock that can be moved forward. */
export type TestService = {
  url: string;
  auth: Auth;
  app: FastifyInstance;
  database: TestDatabase;
  /** Moves the server's clock forward. */
  pass(seconds: number): void;
  now(): number;
  /** A client of the protocol, as the browser uses it, with its own storage. */
  client(): GoTrueClient;
  /** Sends one request, in the newest error shape unless its headers say otherwise. */
  ask(path: string, asked?: Asked): Promise<Reply>;
  /** Signs somebody up; without an address, a new person. */
  register(email?: string, password?: string): Promise<SessionBody>;
  /** Sends all messages that are due now; nothing is sent automatically. */
  deliver(): Promise<void>;
  /** The mails on the page, newest first. */
  mails(): Promise<ShownMail[]>;
  close(): Promise<void>;
};

export type SessionBody = {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  user: {
    id: string;
    email: string;
    app_metadata: Record<string, unknown>;
    user_metadata: Record<string, unknown>;
  };
};

type ShownMail = { kind: string; to: string; subject: string; text: string; html: string };

export const goodPassword = "correct horse";

let people = 0;
/** An address that no other account has. */
export const anEmail = () => `person${++people}@example.com`;

/** Limits that no test reaches. */
const withoutLimits = Object.fromEntries(
  Object.entries(defaultLimits).map(([name, limit]) => [name, { ...limit, count: 1e6, burst: 1e6 }]),
) as Record<LimitName, AuthLimits[LimitName]>;

type Options = {
  signup?: string;
  settings?: Partial<Pick<AuthConfig, keyof AuthSettings | "hashing_cost" | "answer_milliseconds">>;
  limits?: Partial<AuthLimits>;
  database?: TestDatabase;
  logs?: string[];
};

/**
 * The time that the services on one database share. Requests at once meet one moment and the next one a millisecond
 * later, so that limits and codes see the same however busy the machine is.
 */
type SharedTime = { moment: number; busy: number };
const times = new WeakMap<TestDatabase, SharedTime>();
function timeOf(database: TestDatabase): SharedTime {
  const time = times.get(database) ?? { moment: systemClock(), busy: 0 };
  times.set(database, time);
  return time;
}

export async function startService({
  signup = "open",
  settings = {},
  limits = {},
  database,
  logs,
}: Options = {}): Promise<TestService> {
  const own = database ?? (await createTestDatabase());
  const time = timeOf(own);
  let ahead = 0;
  const clock = () => time.moment + ahead;
  const app = Fastify({
    trustProxy: true,
    logger: logs ? { level: "debug", stream: { write: (line: string) => void logs.push(line) } } : false,
  });
  app.addHook("onRequest", async () => {
    if (time.busy++ === 0) time.moment++;
  });
  app.addHook("onResponse", async () => {
    time.busy--;
  });
  // What a surrounding server may do to its own paths must not affect the service.
  app.setErrorHandler((_, __, reply) => reply.code(599).send("the outer error handler"));
  app.setNotFoundHandler((_, reply) => reply.code(598).send("the outer 404"));
  const auth = await createAuth({
    db: own.db,
    clock,
    config: {
      ...privateSettings(),
      signup,
      public_url: "http://rounds.test",
      product_name: "Rounds",
      ...settings,
    },
    log: app.log,
    limits: { ...withoutLimits, ...limits },
  });
  await app.register(auth.plugin, { prefix: "/auth/v1" });
  const url = `${await app.listen({ host: "127.0.0.1", port: 0 })}/auth/v1`;

  const ask = askerOf(url);

  return {
    url,
    auth,
    app,
    database: own,
    ask,
    now: clock,
    pass: (seconds) => {
      ahead += seconds * 1000;
    },
    client: () => new GoTrueClient({ url, autoRefreshToken: false, persistSession: true, storage: memory() }),
    async register(email = anEmail(), password = goodPassword) {
      const { status, body, text } = await ask("/signup", { body: { email, password } });
      if (status !== 200) throw new Error(`sign-up answered ${status}: ${text}`);
      return body as SessionBody;
    },
    async deliver() {
      await auth.sendDue();
    },
    mails: () => shownMails(own),
    async close() {
      await app.close();
      if (!database) await own.close();
    },
  };
}

/** Sends requests to the service at that address. */
export function askerOf(url: string): TestService["ask"] {
  return async (path, { method, body, raw, headers, bearer } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const { text, ...answer } = await send(url, path, {
      method: method ?? (sent === undefined ? "GET" : "POST"),
      headers: {
        "content-type": "application/json;charset=UTF-8",
        "x-supabase-api-version": "2024-01-01",
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    });
    return { ...answer, text, body: text === "" ? {} : JSON.parse(text) };
  };
}

/** The mails on the page, newest first. */
export async function shownMails({ db }: Pick<TestDatabase, "db">): Promise<ShownMail[]> {
  const rows = await db
    .selectFrom("auth.shown_messages as shown")
    .innerJoin("auth.messages as message", "message.id", "shown.id")
    .select(["message.kind", "message.recipient as to", "shown.subject", "shown.text", "shown.html"])
    // By the time they were requested: several are sent at once.
    .orderBy("message.created_at", "desc")
    .orderBy("shown.created_at", "desc")
    .execute();
  return rows.map((row) => ({ ...row, html: row.html ?? "" }));
}

/** A storage for the client library, empty at first. */
export function memory() {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
}
