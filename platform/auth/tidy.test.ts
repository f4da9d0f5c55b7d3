import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { readMail } from "./testing/mailbox.ts";
import { startService } from "./testing/service.ts";
import { tidy } from "./tidy.ts";

const service = await startService();
afterAll(() => service.close());

test("removes what expired a day ago, and keeps what is valid", async () => {
  const { db } = service.database;
  const { user } = await service.register("a@example.com");
  await service.ask("/otp", { body: { email: "a@example.com" } });
  await readMail(service, "a@example.com");
  const put = (age: number) =>
    sql`insert into auth.spent_proofs values (sha256(${`proof ${age}`}), ${isoMoment(service.now() - age)})`.execute(
      db,
    );
  await put(1000);
  await put(-60_000);
  await sql`
    insert into auth.auth_codes values (sha256('code'), ${user.id}, repeat('x', 43), 's256', 'magiclink', ${isoMoment(service.now())})
  `.execute(db);
  await sql`
    insert into auth.provider_sign_ins values
      (sha256('state'), 'google', 'nonce', 'verifier', 'http://rounds.test', null, null, ${isoMoment(service.now())})
  `.execute(db);
  const count = async () => {
    const { rows } = await sql<{ counts: string }>`
      select concat_ws(' ', (select count(*) from auth.one_time_tokens), (select count(*) from auth.auth_codes),
        (select count(*) from auth.provider_sign_ins), (select count(*) from auth.spent_proofs)) as counts
    `.execute(db);
    return rows[0]?.counts;
  };
  const context = { db, clock: service.now, config: {} } as Parameters<typeof tidy>[0];
  expect(await count()).toBe("1 1 1 2");
  await tidy(context);
  expect(await count()).toBe("1 1 1 1");
  service.pass(25 * 3600);
  await tidy(context);
  expect(await count()).toBe("1 0 0 0");
  service.pass(24 * 3600);
  await tidy(context);
  expect(await count()).toBe("0 0 0 0");
});

test("removes sessions that the settings ended a day ago", async () => {
  const { db } = service.database;
  await service.register("b@example.com");
  const count = async () => (await db.selectFrom("auth.sessions").select("id").execute()).length;
  const context = (config: object) => ({ db, clock: service.now, config }) as Parameters<typeof tidy>[0];
  service.pass(25 * 3600);
  // The one of the test above, days old, and this one.
  await tidy(context({}));
  expect(await count()).toBe(2);
  await tidy(context({ session_max_hours: 2 }));
  expect(await count()).toBe(1);
  await tidy(context({ session_idle_hours: 0.5 }));
  expect(await count()).toBe(0);
});
