import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import { pino } from "pino";
import { createApp } from "../server/src/app.ts";
import { createAuth } from "../server/src/auth/service.ts";
import { type ConnectionSettings, connect, type Database } from "../server/src/database/connect.ts";
import { migrate } from "../server/src/database/migrate.ts";
import type { Tables } from "../server/src/database/tables.ts";
import { systemClock } from "../server/src/http/clock.ts";

/** One SQL statement as the product sent it. */
export type Statement = { sql: string; parameters: readonly unknown[] };

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** The product's own server on a loopback port, with somebody signed in. */
export type Product = {
  db: Database;
  /** Sends one request as that user; throws for an answer that is no success. */
  send(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer>;
  /** The statements that the product's handlers send while `work` runs; those of the sign-in check are left out. */
  listen(work: () => Promise<unknown>): Promise<Statement[]>;
  close(): Promise<void>;
};

const timeZone = "Asia/Kolkata";
const limitFactor = 1_000_000;

/** Starts the product on a database, which is brought to the present schema first. */
export async function startProduct(settings: ConnectionSettings): Promise<Product> {
  const connection = connect(settings, () => {});
  await migrate(connection.db);
  let statements: Statement[] | undefined;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: connection.pool }),
    log: ({ query: { sql, parameters } }) => {
      if (!/^(begin|commit|rollback)/.test(sql)) statements?.push({ sql, parameters });
    },
  });
  const log = pino({ level: "silent" });
  const config = {
    product_name: "Rounds",
    business_time_zone: timeZone,
    public_url: "http://localhost",
    signup: "open",
  };
  const auth = await createAuth({ db: connection.db, clock: systemClock, config, log });
  const app = await createApp({ db, auth, clock: systemClock, config, log, limit_factor: limitFactor });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const send = sender(port, agent);
  const token = await signUp(send);

  return {
    db,
    send: async (method, path, body) => requireSuccess(path, await send(method, path, { token, body })),
    async listen(work) {
      const heard: Statement[] = [];
      statements = heard;
      await work();
      statements = undefined;
      return heard;
    },
    async close() {
      agent.destroy();
      await app.close();
      await connection.close();
    },
  };
}

type Send = (method: string, path: string, given: { token?: string; body?: unknown }) => Promise<Answer>;

/** One request with the headers of a browser; the answer is read to its end, but not unpacked. */
function sender(port: number, agent: Agent): Send {
  return (method, path, { token, body }) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(token && { authorization: `Bearer ${token}`, "accept-encoding": "gzip, deflate, br" }),
        ...(text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
      };
      const sent = request({ host: "127.0.0.1", port, agent, method, path, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      });
      sent.on("error", reject);
      sent.end(text);
    });
}

async function signUp(send: Send): Promise<string> {
  const email = `bench-${crypto.randomUUID()}@rounds.example`;
  const body = { email, password: `${crypto.randomUUID()} Aa1` };
  const answer = requireSuccess("sign-up", await send("POST", "/auth/v1/signup", { body }));
  const session = JSON.parse(answer.body.toString()) as { access_token: string };
  return session.access_token;
}

function requireSuccess(path: string, answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.body.toString()}`);
  return answer;
}
