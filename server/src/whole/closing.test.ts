import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { json } from "node:stream/consumers";
import { untilLocked } from "@rounds/auth/testing/locks.ts";
import { aProduct } from "@rounds/testkit/builders.ts";
import { expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

test("closing finishes the request under way, and its connection does not keep the server open", async () => {
  const { app, call, close, database, db, token, url } = await startApp();
  // Neither side would ever close an idle connection by itself.
  app.server.keepAliveTimeout = 0;
  const agent = new Agent({ keepAlive: true });
  await aProduct({ call });
  const blocker = await database.pool.connect();
  await blocker.query("begin; lock table products in access exclusive mode");
  const asked = get(`${url}/api/products`, { agent, headers: { authorization: `Bearer ${token}` } });
  const answered = once(asked, "response");
  await untilLocked(db, 1);

  const closed = close();
  await expect.poll(() => app.server.listening).toBe(false);
  await blocker.query("commit");
  blocker.release();
  const [answer]: IncomingMessage[] = await answered;
  expect(answer && (await json(answer))).toMatchObject({ total: 1 });
  await closed;
});

test("a connection that has sent nothing does not keep the server open", async () => {
  const { app, close, url } = await startApp();
  // Nothing else would close it.
  app.server.setTimeout(0);
  const silent = connect(Number(new URL(url).port), "127.0.0.1");
  const ended = once(silent, "close");
  await once(app.server, "connection");
  await close();
  await ended;
});
