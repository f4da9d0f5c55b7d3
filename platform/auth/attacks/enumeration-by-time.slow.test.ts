import { randomBytes } from "node:crypto";
import { casesOf } from "@rounds/testkit/cases.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodPassword, type Reply, startService, type TestService } from "../testing/service.ts";
import {
  byChance,
  fastest,
  noiseOf,
  separation,
  spread,
  type Timings,
  timeInTurns,
} from "../testing/timing.ts";
import { recommendedCost } from "../users/hashing.ts";

/**
 * How far from chance (0.5) a guess based on one answer's time may be. Chance alone gives 0.02 for this many samples.
 */
const tolerated = 0.15;
/** The same for the fastest answers, in addition to what chance alone gives for so few. */
const toleratedAtBest = 0.05;
const rounds = 320;
/** How long they may take; what hashes a password gets through fewer. */
const milliseconds = casesOf(8_000, 20_000);

let service: TestService;
beforeAll(async () => {
  service = await startService({ settings: { confirm_email: true, hashing_cost: recommendedCost } });
  const open = await startService({
    database: service.database,
    settings: { hashing_cost: recommendedCost },
  });
  const { user } = await open.register("first@example.com");
  await open.close();
  const { db } = service.database;
  // As many accounts as rounds, so that none is cached, each with a code to guess.
  await sql`
    insert into auth.users (id, email, password_hash, email_confirmed_at, app_metadata, created_at, updated_at)
    select gen_random_uuid(), 'known' || n || '@example.com', password_hash, email_confirmed_at, '{}', created_at, updated_at
    from auth.users, generate_series(0, ${rounds}) n where id = ${user.id}`.execute(db);
  await sql`
    insert into auth.one_time_tokens (id, user_id, kind, sent_to, code_hash, code_salt, created_at, expires_at)
    select gen_random_uuid(), id, 'magiclink', email, ${randomBytes(32)}, ${randomBytes(32)}, created_at, created_at + interval '1 day'
    from auth.users where email like 'known%'`.execute(db);
  await sql`analyze auth.users, auth.one_time_tokens`.execute(db);
});
afterAll(() => service.close());

/** Asks about existing and missing accounts; every answer must have the status. */
async function measure(status: number, ask: (email: string) => Promise<Reply>): Promise<Timings> {
  return timeInTurns({ rounds, milliseconds }, async (group, round) => {
    const reply = await ask(`${group}${round}@example.com`);
    expect([reply.status, reply.text]).toEqual([status, expect.any(String)]);
  });
}

/** What the times of one measurement tell about whether an account is there; undefined: nothing. */
function differenceIn({ known, unknown }: Timings): string | undefined {
  const difference = Math.abs(separation(known, unknown) - 0.5);
  if (difference >= tolerated + noiseOf(unknown)) return `all answers: ${difference.toFixed(3)}`;
  const [best, bestUnknown] = [fastest(known), fastest(unknown)];
  const differenceAtBest = Math.abs(separation(best, bestUnknown) - 0.5);
  if (differenceAtBest >= toleratedAtBest + byChance(best))
    return `the fastest answers: ${differenceAtBest.toFixed(3)}`;
  return undefined;
}

/**
 * What tells accounts apart does so in each of three measurements; what a busy machine does to one of them does not
 * come back in the others.
 */
async function expectSameTimes(measureOnce: () => Promise<Timings>): Promise<void> {
  const found: string[] = [];
  for (let measurement = 0; measurement < 3; measurement++) {
    const difference = differenceIn(await measureOnce());
    if (difference === undefined) return;
    found.push(difference);
  }
  expect(found).toEqual([]);
}

describe("the time of an answer does not reveal whether an account exists", () => {
  const cases: [string, number, (email: string) => Promise<Reply>][] = [
    [
      "POST /token with a wrong password",
      400,
      (email) => service.ask("/token?grant_type=password", { body: { email, password: "wrong horse" } }),
    ],
    ["POST /recover", 200, (email) => service.ask("/recover", { body: { email } })],
    ["POST /otp", 200, (email) => service.ask("/otp", { body: { email } })],
    ["POST /resend", 200, (email) => service.ask("/resend", { body: { type: "signup", email } })],
    [
      "POST /verify with a wrong code",
      403,
      (email) => service.ask("/verify", { body: { type: "email", email, token: "000000" } }),
    ],
    [
      "POST /signup where addresses are confirmed",
      200,
      (email) => service.ask("/signup", { body: { email, password: goodPassword } }),
    ],
  ];
  test.each(cases)("%s", { timeout: 600_000 }, async (_, status, ask) => {
    await expectSameTimes(() => measure(status, ask));
  });

  test("three more milliseconds would be noticed", { timeout: 600_000 }, async () => {
    const timings = await measure(200, (email) => service.ask("/recover", { body: { email } }));
    // More if the machine is so busy that three are lost in the noise.
    const longer = Math.max(3, spread(timings.unknown));
    const slower = { ...timings, known: timings.known.map((took) => took + longer) };
    expect(differenceIn(slower)).toBeDefined();
  });
});
