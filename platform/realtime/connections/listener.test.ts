import { connect } from "@rounds/database/connect.ts";
import { Session } from "@rounds/database/session.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { startLive, until } from "../testing/live.ts";
import { startListening, tell } from "./listener.ts";

test("a long message that can't be fetched counts as a gap, and the next messages arrive", async () => {
  const { db, settings, close } = await createTestDatabase();
  const ended = connect(settings, () => {});
  await ended.close();
  const received: string[] = [];
  let gaps = 0;
  const listener = startListening(settings, ended.db, pino({ level: "silent" }), {
    hear: (channel, body) => void received.push(`${channel} ${body}`),
    onGap: () => void gaps++,
  });
  await listener.ready;
  await tell(db, "live_talk", { text: "x".repeat(10_000) });
  await tell(db, "live_talk", { text: "short" });
  await until(() => received.length > 0);
  expect([gaps, received]).toEqual([1, ['live_talk {"text":"short"}']]);
  await listener.stop();
  await close();
});

test("whose session ends while the server can't hear the database yet is disconnected once it can", async () => {
  const live = await startLive();
  let hear = () => {};
  const mayHear = new Promise<void>((resolve) => {
    hear = resolve;
  });
  class Late extends Session {
    override async connect() {
      await mayHear;
      return await super.connect();
    }
  }
  const late = await startLive(live, { settings: { ...live.database.settings, Client: Late } });
  const { access_token } = await live.auth.register("late@example.com");
  const client = await late.client(access_token);
  const states: string[] = [];
  client.channel("early").subscribe((state) => void states.push(state));
  await until(() => states.includes("SUBSCRIBED"));
  await live.auth.ask("/logout", { method: "POST", bearer: access_token });
  hear();
  await until(() => states.includes("CLOSED"));
  await late.stop();
  await live.stop();
});
