import { grants, routes } from "@rounds/auth/routes.ts";
import type { Auth } from "@rounds/auth/service.ts";
import { goodPassword, startService, type TestService } from "@rounds/auth/testing/service.ts";
import { holdCommits, openUrl, untilWaiting } from "@rounds/database/cluster/testing/open-cluster.ts";
import { migrate } from "@rounds/database/migrate.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { connect } from "@rounds/postgres/connection.ts";
import { type LiveServer, startLive } from "@rounds/realtime/testing/live.ts";
import { aDoctor, anId, aProduct, doctorBody, visitBody } from "@rounds/testkit/builders.ts";
import { send } from "@rounds/testkit/send.ts";
import { type Cluster, startCluster, urlOf } from "@rounds/testkit/standby.ts";
import { isAuthRetryableFetchError } from "@supabase/auth-js";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFolding } from "../rollups/fold.ts";
import { startApp, type TestApp } from "../testing/app.ts";
import { routesByName } from "../testing/valid-calls.ts";

// The machine may be slow: requests wait as long as a promotion takes here.
const longestWaitMilliseconds = 60_000;

/** How long anybody may wait for an answer while there is no database. */
const boundMilliseconds = 20_000;

let cluster: Cluster;
let database: Awaited<ReturnType<typeof openUrl>>;
let app: TestApp;
let auth: TestService;
let live: LiveServer;
let folding: ReturnType<typeof startFolding>;
let sending: ReturnType<Auth["startSending"]>;
const unfolded: unknown[] = [];
beforeAll(async () => {
  cluster = await startCluster();
  database = await openUrl(urlOf(cluster.standby, cluster.primary), { longestWaitMilliseconds });
  await migrate(database.db);
  app = await startApp({ database });
  auth = await startService({ database });
  live = await startLive({ auth, database });
  sending = auth.auth.startSending();
  folding = startFolding(database.db, { warn: (details: unknown) => void unfolded.push(details) });
}, 120_000);
afterAll(async () => {
  await sending?.stop();
  await folding?.stop();
  await live?.stop();
  await auth?.close();
  await app?.close();
  await cluster?.stop();
  await database?.close();
}, 120_000);

test("a primary that dies is replaced while the server works", async () => {
  const { primary, standby } = cluster;
  const doctor = await aDoctor(app);
  const product = await aProduct(app, 20);
  const client = auth.client();
  const email = "ravi@example.com";
  await client.signUp({ email, password: goodPassword });
  const received: unknown[] = [];
  const joined: string[] = [];
  const listening = await live.client((await client.getSession()).data.session?.access_token ?? "");
  const changes = { event: "*", schema: "public", table: "doctors" };
  listening
    .channel("doctors")
    .on("postgres_changes" as never, changes as never, (change: unknown) => void received.push(change))
    .subscribe((status) => void joined.push(status));
  await expect.poll(() => joined, { timeout: 30_000 }).toEqual(["SUBSCRIBED"]);
  const sockets = [...live.realtime.hub.connections];
  const port = async () =>
    (await database.pool.query("select inet_server_port() as port")).rows[0].port as number;
  expect(await port()).toBe(primary.settings.port);

  // A read and a visit that wait for a lock; a command that has written but is not done; one whose commit waits.
  const blocker = await connect(primary.settings);
  await blocker.query("begin; lock table stock_transactions in access exclusive mode");
  const read = app.call(stockRoutes.ledger, { params: { id: product.id } });
  await untilWaiting(primary.settings, "relation");
  const written = anId();
  let attempts = 0;
  let died: () => void = () => {};
  const death = new Promise<void>((resolve) => {
    died = resolve;
  });
  let began: () => void = () => {};
  const beginning = new Promise<void>((resolve) => {
    began = resolve;
  });
  const command = transaction(database.db, async (tx) => {
    attempts++;
    await sql`insert into doctors (id, name, doctor_class, doctor_type, creation_digest)
      values (${written}, 'Dr. Rao', 'A', 'prescriber', 'x')`.execute(tx);
    began();
    await death;
    return await tx.selectFrom("doctors").select("name").where("id", "=", written).executeTakeFirstOrThrow();
  });
  await beginning;
  await holdCommits(primary.settings, true);
  const visit = visitBody(doctor.id);
  const post = (path: string, body: object) =>
    app.send(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const record = () => post(visitRoutes.create.path, visit);
  const recording = record();
  await untilWaiting(primary.settings, "relation", 2);
  const unknown = post(doctorRoutes.create.path, doctorBody());
  await untilWaiting(primary.settings, "SyncRep");
  await cluster.caughtUp();

  await primary.kill();
  died();
  const refused = await unknown;
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([503, "unavailable"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);

  await cluster.promote();
  expect(await read).toMatchObject({ rows: [{ quantity: 20 }] });
  // Whether it was saved or not, a visit can be recorded again under its id.
  expect((await recording).status).toBe(201);
  expect(await command).toEqual({ name: "Dr. Rao" });
  expect(attempts).toBe(2);
  expect(await port()).toBe(standby.settings.port);

  const [again, more] = [await record(), await record()];
  expect([again.status, more.status]).toEqual([201, 201]);
  const { rows } = await app.call(visitRoutes.list, {});
  expect(rows.map(({ id }) => id)).toEqual([visit.id]);

  expect((await client.getUser()).data.user?.email).toBe(email);
  expect((await client.refreshSession()).error).toBeNull();
  await client.resetPasswordForEmail(email);
  await expect
    .poll(async () => (await auth.mails()).map(({ to }) => to), { timeout: 60_000 })
    .toContain(email);
  // Listeners join again, so that what was missed is read, and hear later changes.
  await expect.poll(() => joined.at(-1), { timeout: 60_000 }).toBe("SUBSCRIBED");
  await expect.poll(() => joined.length, { timeout: 60_000 }).toBeGreaterThan(2);
  await expect
    .poll(
      async () => {
        await app.call(doctorRoutes.create, { body: doctorBody() });
        return received.length;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBeGreaterThan(0);
  expect([...live.realtime.hub.connections]).toEqual(sockets);
}, 240_000);

test("while there is no primary everybody is asked to come back, at once, and everything continues by itself afterwards", async () => {
  const { standby } = cluster;
  // Whichever of them is the primary by now: both end.
  for (const node of [cluster.primary, standby]) await node.stop();
  const impatient = openUrl(urlOf(standby, cluster.primary), { longestWaitMilliseconds: 300 });
  await standby.start();
  const second = await impatient;
  const own = await startApp({ database: second, email: "meena@example.com" });
  const service = await startService({ database: second });
  const client = service.client();
  const email = "john@example.com";
  const { access_token } = await service.register(email);
  await client.signInWithPassword({ email, password: goodPassword });
  const doctor = await aDoctor(own);
  await standby.kill();

  const json = { "content-type": "application/json" };
  const id = anId();
  for (const [name, { method, path }] of Object.entries(routesByName)) {
    const asked = performance.now();
    const { status, headers, text } = await own.send(path.replace(":id", id), {
      method,
      ...(method !== "GET" && { headers: json, body: "{}" }),
    });
    expect([name, status, JSON.parse(text).code]).toEqual([name, 503, "unavailable"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(performance.now() - asked).toBeLessThan(boundMilliseconds);
  }
  expect((await send(own.url, "/readyz")).status).toBe(503);
  expect((await send(own.url, "/healthz")).status).toBe(200);

  const paths = [
    ...routes.map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, id) })),
    ...[...grants.keys()].map((grant) => ({ method: "POST", path: `/token?grant_type=${grant}` })),
  ];
  const phone = "919822011111";
  const body = {
    email,
    phone,
    password: goodPassword,
    type: "signup",
    token: "123456",
    refresh_token: "x".repeat(12),
    auth_code: id,
    code_verifier: "x".repeat(43),
    factor_type: "totp",
  };
  const answered: Record<string, number> = {};
  for (const { method, path } of paths) {
    const asked = performance.now();
    const reply = await service.ask(path, {
      method,
      bearer: access_token,
      ...(method !== "GET" && { body }),
    });
    answered[`${method} ${path.replaceAll(id, ":id")}`] = reply.status;
    if (reply.status >= 500) {
      expect([method, path, reply.status]).toEqual([method, path, 503]);
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(reply.body).toMatchObject({ code: "unexpected_failure", message: expect.any(String) });
    }
    expect(performance.now() - asked).toBeLessThan(boundMilliseconds);
  }
  // Only these need no database.
  const without = ["GET /health", "GET /settings", "GET /.well-known/jwks.json", "POST /sso"];
  const others = Object.keys(answered).filter((path) => answered[path] !== 503);
  expect(without).toEqual(expect.arrayContaining(others));
  for (const attempt of [
    () => client.signInWithPassword({ email, password: goodPassword }),
    () => client.signUp({ email: "new@example.com", password: goodPassword }),
    () => client.getUser(),
    () => client.updateUser({ data: { a: 1 } }),
  ]) {
    const { error } = await attempt();
    expect(isAuthRetryableFetchError(error)).toBe(true);
  }

  await standby.start();
  await expect.poll(async () => (await send(own.url, "/readyz")).status, { timeout: 60_000 }).toBe(200);
  expect((await own.send(`/api/doctors/${doctor.id}`)).status).toBe(200);
  expect((await client.getUser()).data.user?.email).toBe(email);
  // The server of the test before has been waiting all the time.
  expect((await app.call(doctorRoutes.list, {})).total).toBeGreaterThan(0);
  await expect
    .poll(async () => (await database.pool.query("select from rollup_changes")).rowCount, { timeout: 60_000 })
    .toBe(0);

  await service.close();
  await own.close();
  await second.close();
}, 240_000);
