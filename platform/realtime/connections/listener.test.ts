import { connect } from "@rounds/database/connect.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { until } from "../testing/live.ts";
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
