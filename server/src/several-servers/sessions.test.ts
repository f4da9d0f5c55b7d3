import { replaceKeys } from "@rounds/auth/sessions/key-rotation.ts";
import { codeAt, ownerOf } from "@rounds/auth/testing/authenticator.ts";
import { anEmail, goodPassword, type SessionBody } from "@rounds/auth/testing/service.ts";
import { accountRoutes } from "@rounds/domain/account/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { until } from "@rounds/realtime/testing/live.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Server, startTwoServers, type TwoServers } from "./testing/servers.ts";

// Simultaneous use of refresh tokens on both, key rotation and limits are tested in platform/auth/attacks/refresh-races.test.ts,
// platform/auth/sessions/key-rotation.test.ts and platform/auth/base/limits.test.ts, also on two servers.

let both: TwoServers;
let one: Server;
let two: Server;
let admin: SessionBody;
beforeAll(async () => {
  both = await startTwoServers();
  ({ one, two } = both);
  admin = await one.register("admin@example.com");
});
afterAll(() => both.close());

const refresh = (server: Server, { refresh_token }: SessionBody) =>
  server.ask("/token?grant_type=refresh_token", { body: { refresh_token } });
const statusAt = async (server: Server, session: SessionBody) => [
  (await server.as(session).send("/api/doctors")).status,
  (await server.ask("/user", { bearer: session.access_token })).status,
];

/** Listens at a server with a session; returns whether the server has ended it. */
async function listens(server: Server, session: SessionBody) {
  const client = await server.listener(session);
  const statuses: string[] = [];
  const channel = client.channel("watch");
  channel.on("postgres_changes", { event: "*", schema: "public", table: "doctors" }, () => {});
  channel.subscribe((status) => void statuses.push(status));
  await until(() => statuses.includes("SUBSCRIBED"), 20_000);
  return { ended: () => until(() => statuses.includes("CLOSED"), 20_000), statuses };
}

test("a session from one server is accepted by the other, which refreshes its token", async () => {
  const email = anEmail();
  await one.register(email);
  const session = await one.signIn(email);
  expect(await statusAt(two, session)).toEqual([200, 200]);
  const { status, body } = await refresh(two, session);
  expect(status).toBe(200);
  expect(await statusAt(one, body as SessionBody)).toEqual([200, 200]);
  expect(await statusAt(two, body as SessionBody)).toEqual([200, 200]);
});

describe("what the other server does takes effect at once on a person's own server, and on their open socket", () => {
  const asAdmin = () => one.as(admin);
  const ending: [string, (session: SessionBody) => Promise<unknown>][] = [
    ["signed him out", (session) => one.ask("/logout", { method: "POST", bearer: session.access_token })],
    [
      "ended one session of his",
      async (session) => {
        const other = await one.signIn(session.user.email);
        const sessions = await one.as(other).call(accountRoutes.sessions, {});
        const ended = sessions.filter(({ current }) => !current);
        for (const { id } of ended) await one.as(other).call(accountRoutes.endSession, { params: { id } });
      },
    ],
    [
      "ended all his sessions",
      ({ user }) => asAdmin().call(teamRoutes.endSessions, { params: { id: user.id } }),
    ],
    ["disabled him", ({ user }) => asAdmin().call(teamRoutes.disable, { params: { id: user.id } })],
    ["deleted him", ({ user }) => asAdmin().call(teamRoutes.delete, { params: { id: user.id } })],
    [
      "changed his password",
      async ({ user }) => {
        const { access_token } = await one.signIn(user.email);
        const body = { password: `${goodPassword} and another` };
        expect((await one.ask("/user", { method: "PUT", bearer: access_token, body })).status).toBe(200);
      },
    ],
  ];
  test.each(ending)("%s", async (_, end) => {
    const session = await two.register(anEmail());
    expect(await statusAt(two, session)).toEqual([200, 200]);
    const socket = await listens(two, session);
    await end(session);
    expect(await statusAt(two, session)).toEqual([401, 403]);
    expect((await refresh(two, session)).status).toBe(400);
    await socket.ended();
  });
});

test("a second factor set up at one is required by the other at once; removed there, it is no longer required", async () => {
  const email = anEmail();
  const owner = ownerOf(one);
  const proven = await one.register(email);
  const plain = await two.signIn(email);
  const socket = await listens(two, plain);
  expect(await statusAt(two, plain)).toEqual([200, 200]);
  const factor = await owner.enroll(proven);
  const { body } = await owner.answer(
    proven,
    factor.id,
    await owner.challenge(proven, factor.id),
    codeAt(factor.secret, one.now()),
  );
  const raised = { ...proven, ...(body as SessionBody) };
  expect((await two.as(raised).send("/api/doctors")).status).toBe(200);
  await socket.ended();
  // Setting up the first factor signs the others out; a later sign-in lacks the second step.
  const low = await two.signIn(email);
  await expect(two.as(low).call(doctorRoutes.list, {})).rejects.toMatchObject({
    code: "second_factor_needed",
  });
  await one.as(admin).call(teamRoutes.removeFactors, { params: { id: proven.user.id } });
  const after = await two.signIn(email);
  expect((await two.as(after).send("/api/doctors")).status).toBe(200);
});

test("a role changed at one applies at the other", async () => {
  const session = await two.register(anEmail());
  await expect(two.as(session).call(teamRoutes.list, {})).rejects.toMatchObject({ code: "forbidden" });
  await one.as(admin).call(teamRoutes.makeAdmin, { params: { id: session.user.id } });
  expect((await two.as(session).call(teamRoutes.list, {})).rows.length).toBeGreaterThan(1);
  await one.as(admin).call(teamRoutes.makeRepresentative, { params: { id: session.user.id } });
  await expect(two.as(session).call(teamRoutes.list, {})).rejects.toMatchObject({ code: "forbidden" });
});

test("keys replaced at one sign at the other, and the former ones are refused there", async () => {
  const email = anEmail();
  const before = await two.register(email);
  await replaceKeys(
    { db: both.database.db, clock: one.now, config: { jwt_algorithm: "ES256" }, log: { info: () => {} } },
    "ES256",
  );
  expect((await two.as(before).send("/api/doctors")).status).toBe(401);
  const after = await one.signIn(email);
  expect(await statusAt(two, after)).toEqual([200, 200]);
  expect((await refresh(two, before)).status).toBe(200);
  admin = await one.signIn("admin@example.com");
});
