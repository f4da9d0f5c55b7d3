import { goodPassword, type SessionBody } from "@rounds/auth/testing/service.ts";
import { decodeJwt, importJWK, type JWK, SignJWT } from "jose";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { startLive, until } from "../testing/live.ts";

const live = await startLive();
afterAll(() => live.stop());

let people = 0;
const person = () => live.auth.register(`access${++people}@example.com`);

/** The service's own key. */
async function signingKey() {
  const row = await live.database.db.selectFrom("auth.signing_keys").selectAll().executeTakeFirstOrThrow();
  return { kid: row.kid, key: await importJWK(row.private_jwk as JWK, "ES256") };
}

type Frame = [
  join_ref: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: Record<string, unknown>,
];

/** A raw socket, for what no proper client sends. */
async function socket(query = "apikey=public&vsn=2.0.0", url = live.url) {
  const ws = new WebSocket(`${url}/realtime/v1/websocket?${query}`);
  const frames: Frame[] = [];
  ws.on("message", (data, isBinary) => {
    if (!isBinary) frames.push(JSON.parse(String(data)));
  });
  await new Promise((resolve, reject) => {
    ws.once("open", resolve);
    ws.once("error", reject);
  });
  let refs = 0;
  const send = (topic: string, event: string, payload: unknown = {}, join_ref: string | null = null) => {
    const ref = String(++refs);
    ws.send(JSON.stringify([join_ref ?? ref, ref, topic, event, payload]));
    return ref;
  };
  const replyTo = async (ref: string) => {
    await until(() => frames.some((frame) => frame[1] === ref));
    return frames.find((frame) => frame[1] === ref)?.[4] as {
      status: string;
      response: Record<string, unknown>;
    };
  };
  const join = async (topic: string, access_token: string | null, config: object = {}) =>
    replyTo(send(topic, "phx_join", { config, access_token }));
  return { ws, frames, send, replyTo, join };
}

const closed = (frames: Frame[]) => frames.some((frame) => frame[3] === "phx_close");

describe("the address", () => {
  test.each([
    ["", 401, "No API key found in request"],
    ["vsn=2.0.0", 401, "No API key found in request"],
    ["apikey=x&vsn=3.0.0", 400, "Unknown protocol version"],
  ])("with %j is refused in JSON", async (query, status, error) => {
    const answer = await fetch(`${live.url.replace("ws", "http")}/realtime/v1/websocket?${query}`, {
      headers: { connection: "upgrade", upgrade: "websocket" },
    }).catch(() => undefined);
    const refused = await new Promise<{ status: number; body: string }>((resolve) => {
      const ws = new WebSocket(`${live.url}/realtime/v1/websocket?${query}`);
      ws.on("unexpected-response", (_, response) => {
        let body = "";
        response.on("data", (part) => {
          body += part;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      });
      ws.on("error", () => {});
    });
    expect([refused.status, JSON.parse(refused.body)]).toEqual([status, { error }]);
    expect(answer?.ok ?? false).toBe(false);
  });
});

describe("a join", () => {
  test("needs a valid token", async () => {
    const { join } = await socket();
    const { access_token } = await person();
    const ended = await person();
    await live.auth.ask("/logout", { method: "POST", bearer: ended.access_token });
    const reasonOf = async (token: string | null) => (await join("realtime:a", token)).response.reason;
    expect(await reasonOf(null)).toBe("MalformedJWT: The token provided is not a valid JWT");
    expect(await reasonOf("x.y.z")).toBe("MalformedJWT: The token provided is not a valid JWT");
    expect(await reasonOf(`${access_token.slice(0, -6)}AAAAAA`)).toBe(
      "JwtSignatureError: Failed to validate JWT signature",
    );
    expect(await reasonOf(ended.access_token)).toBe("Unauthorized: The session of this token has ended");
    expect((await join("realtime:a", access_token)).status).toBe("ok");
  });

  test("says which claim of a token is wrong", async () => {
    const { join } = await socket();
    const { access_token } = await person();
    const { key, kid } = await signingKey();
    const reasonOf = async (changes: object) => {
      const token = await new SignJWT({ ...decodeJwt(access_token), ...changes })
        .setProtectedHeader({ alg: "ES256", kid })
        .sign(key);
      return (await join("realtime:a", token)).response.reason;
    };
    expect(await reasonOf({ aud: "anon" })).toBe("InvalidJWTToken: Token has an invalid audience");
    expect(await reasonOf({ role: undefined, exp: undefined })).toBe(
      "InvalidJWTToken: Fields `role` and `exp` are required in JWT",
    );
    expect(await reasonOf({ exp: 1 })).toMatch(/^InvalidJWTToken: Token has expired \d+ seconds ago$/);
  });

  test("may take the token from the address", async () => {
    const { access_token } = await person();
    const { join } = await socket(`apikey=${access_token}&vsn=2.0.0`);
    expect((await join("realtime:a", null)).status).toBe("ok");
  });

  test("echoes the request, unchanged and in order", async () => {
    const { join } = await socket();
    const { access_token } = await person();
    const postgres_changes = [
      { event: "*", schema: "public" },
      { event: "INSERT", schema: "public", table: "visits", filter: null },
      { event: "UPDATE", schema: "public", table: "products", filter: "current_stock=lt.5" },
    ];
    const { response } = await join("realtime:b", access_token, { postgres_changes });
    expect(response.postgres_changes).toEqual([
      { id: 1, event: "*", schema: "public" },
      { id: 2, event: "INSERT", schema: "public", table: "visits" },
      { id: 3, event: "UPDATE", schema: "public", table: "products", filter: "current_stock=lt.5" },
    ]);
  });

  test("for a table without announcements gets a message, not rows", async () => {
    const { join, frames } = await socket();
    const { access_token } = await person();
    const postgres_changes = [{ event: "*", schema: "auth", table: "users" }];
    await join("realtime:c", access_token, { postgres_changes });
    await until(() => frames.some((frame) => frame[3] === "system"));
    expect(frames.find((frame) => frame[3] === "system")?.[4]).toMatchObject({ status: "error" });
  });

  test("refuses too many topics", async () => {
    const { join, send, replyTo } = await socket();
    const { access_token } = await person();
    const refs = Array.from({ length: 100 }, (_, at) =>
      send(`realtime:n${at}`, "phx_join", { access_token }),
    );
    for (const ref of refs) await replyTo(ref);
    expect((await join("realtime:one-more", access_token)).response.reason).toMatch(
      /^ChannelRateLimitReached/,
    );
  });
});

describe("a member who may not listen any more", () => {
  async function listening() {
    const session: SessionBody = await person();
    const client = await socket();
    await client.join("realtime:watch", session.access_token, {
      postgres_changes: [{ event: "*", schema: "public", table: "doctors" }],
    });
    await until(() => client.frames.some((frame) => frame[3] === "system"));
    return { session, ...client };
  }
  test.each([
    [
      "signs out",
      (session: SessionBody) => live.auth.ask("/logout", { method: "POST", bearer: session.access_token }),
    ],
    [
      "is banned",
      ({ user }: SessionBody) =>
        sql`update auth.users set banned_until = '2999-01-01' where id = ${user.id}`.execute(
          live.database.db,
        ),
    ],
    [
      "is deleted",
      ({ user }: SessionBody) => sql`delete from auth.users where id = ${user.id}`.execute(live.database.db),
    ],
  ])("because of %s is disconnected at once", async (_, end) => {
    // Another account, so that this one is not the last administrator.
    await person();
    const { session, frames } = await listening();
    await end(session);
    await until(() => closed(frames));
    expect(frames.find((frame) => frame[3] === "system" && frame[4].status === "error")?.[4].message).toMatch(
      /^Unauthorized/,
    );
    await sql`insert into doctors (id, name, creation_digest) values (gen_random_uuid(), 'Dr. Secret', 'x')`.execute(
      live.database.db,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(frames.filter((frame) => frame[3] === "postgres_changes")).toEqual([]);
  });

  test("because of a bad new token is disconnected", async () => {
    const { frames, send } = await listening();
    send("realtime:watch", "access_token", { access_token: "x.y.z" });
    await until(() => closed(frames));
  });

  test("others stay", async () => {
    const { frames } = await listening();
    const other = await person();
    await live.auth.ask("/logout", { method: "POST", bearer: other.access_token });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(closed(frames)).toBe(false);
  });
});

describe("a check that takes its time", async () => {
  let isAway = false;
  const holds = new Map<string, { reach(): void; released: Promise<void> }>();
  /** How often each token was checked. */
  const checks = new Map<string, number>();
  const checksOf = (authorization = "") => checks.get(authorization) ?? 0;
  const { authenticate, deviceOwner } = live.auth.auth;
  const slow = await startLive(live, {
    auth: {
      deviceOwner,
      async authenticate(authorization) {
        if (isAway) throw new Error("the database is away");
        checks.set(authorization ?? "", checksOf(authorization) + 1);
        const result = await authenticate(authorization);
        const hold = holds.get(authorization ?? "");
        holds.delete(authorization ?? "");
        hold?.reach();
        await hold?.released;
        return result;
      },
    },
  });
  afterAll(() => slow.stop());
  afterEach(() => {
    isAway = false;
  });

  /** Keeps back the result of the next check of a session's token. */
  function holdNext({ access_token }: SessionBody) {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      holds.set(`Bearer ${access_token}`, { reach: resolve, released });
    });
    return { reached, release };
  }

  const open = () => socket(undefined, slow.url);
  const signOut = ({ access_token }: SessionBody) =>
    live.auth.ask("/logout?scope=local", { method: "POST", bearer: access_token });

  async function twoSessions() {
    const first = await person();
    const { body } = await live.auth.ask("/token?grant_type=password", {
      body: { email: first.user.email, password: goodPassword },
    });
    return { first, second: body as SessionBody };
  }

  /** Prepares to sign a session out and to wait until the server knows: a channel that had joined is ended. */
  async function prepareEnd(session: SessionBody) {
    const witness = await open();
    expect((await witness.join("realtime:witness", session.access_token)).status).toBe("ok");
    return async () => {
      await signOut(session);
      await until(() => closed(witness.frames));
    };
  }

  /** Waits until the server knows all changes so far: they arrive in their order. */
  async function allHaveArrived() {
    const end = await prepareEnd(await person());
    await end();
  }

  test("and fails makes the clients join again, with a token that is good then", async () => {
    const session = await person();
    const { join, frames } = await open();
    const topics = ["realtime:one", "realtime:two"];
    for (const topic of topics) await join(topic, session.access_token);
    isAway = true;
    await signOut(session);
    await until(() =>
      topics.every((of) => frames.some(([, , topic, event]) => topic === of && event === "phx_error")),
    );
    isAway = false;
    expect((await join("realtime:one", session.access_token)).response.reason).toBe(
      "Unauthorized: The session of this token has ended",
    );
  });

  test("lets a channel be that has shown another token since", async () => {
    const { first, second } = await twoSessions();
    const { join, send, replyTo, frames } = await open();
    await join("realtime:renewed", first.access_token);
    const { reached, release } = holdNext(first);
    await signOut(first);
    await reached;
    send("realtime:renewed", "access_token", { access_token: second.access_token });
    await replyTo(send("phoenix", "heartbeat"));
    release();
    await replyTo(send("phoenix", "heartbeat"));
    expect(closed(frames)).toBe(false);
  });

  test("is made once for all channels with the token, and once more for all changes in the meantime", async () => {
    const session = await person();
    const { join, frames } = await open();
    for (const topic of ["realtime:one", "realtime:two", "realtime:three"])
      await join(topic, session.access_token);
    await allHaveArrived();
    const before = checksOf(`Bearer ${session.access_token}`);
    const change = () =>
      live.auth.ask("/logout?scope=others", { method: "POST", bearer: session.access_token });
    const { reached, release } = holdNext(session);
    await change();
    await reached;
    for (let time = 0; time < 5; time++) await change();
    await allHaveArrived();
    release();
    await allHaveArrived();
    expect(checksOf(`Bearer ${session.access_token}`) - before).toBe(2);
    await signOut(session);
    await until(() => frames.filter((frame) => frame[3] === "phx_close").length === 3);
  });

  test("of a join does not outlast the end of the session", async () => {
    const session = await person();
    const { send, frames } = await open();
    const end = await prepareEnd(session);
    const { reached, release } = holdNext(session);
    send("realtime:late", "phx_join", { access_token: session.access_token });
    await reached;
    await end();
    release();
    await until(() => closed(frames));
  });

  test("of a new token does not outlast the end of its session", async () => {
    const { first, second } = await twoSessions();
    const { join, send, frames } = await open();
    await join("realtime:renewing", first.access_token);
    const end = await prepareEnd(second);
    const { reached, release } = holdNext(second);
    send("realtime:renewing", "access_token", { access_token: second.access_token });
    await reached;
    await end();
    release();
    await until(() => closed(frames));
  });
});

describe("a socket", () => {
  test("answers heartbeats, unknown topics and leaves; drops what it can't read", async () => {
    const { ws, frames, send, replyTo, join } = await socket();
    const { access_token } = await person();
    expect(await replyTo(send("phoenix", "heartbeat"))).toEqual({ status: "ok", response: {} });
    expect(await replyTo(send("realtime:x", "broadcast"))).toEqual({
      status: "error",
      response: { reason: "unmatched topic" },
    });
    for (const junk of ["", "{", "[]", "[1,2,3,4,5]", '{"topic":"x"}', "null"]) ws.send(junk);
    ws.send(Buffer.from([3, 255, 255, 255, 255, 255, 1]));
    ws.send(Buffer.alloc(0));
    await join("realtime:y", access_token);
    const ref = send("realtime:y", "phx_leave", {}, "9");
    expect((await replyTo(ref)).status).toBe("ok");
    await until(() => frames.some((frame) => frame[3] === "phx_close"));
    expect(ws.readyState).toBe(WebSocket.OPEN);
  });

  test("that floods gets an error, and others are served", async () => {
    const { send, frames } = await socket();
    for (let at = 0; at < 400; at++) send("phoenix", "heartbeat");
    await until(() => frames.length >= 200);
    await until(() =>
      frames.some((frame) =>
        String((frame[4].response as { reason?: string }).reason).startsWith("ConnectionRateLimit"),
      ),
    );
    const other = await socket();
    expect((await other.replyTo(other.send("phoenix", "heartbeat"))).status).toBe("ok");
  });
});
