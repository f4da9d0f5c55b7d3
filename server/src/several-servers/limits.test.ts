import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { doctorBody } from "@rounds/testkit/builders.ts";
import { type Member, Refusal } from "@rounds/testkit/caller.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTwoServers, type TwoServers } from "./testing/servers.ts";

// Those of the auth service are tested in platform/auth/base/limits.test.ts.
describe("the API's limits hold over both servers", () => {
  let both: TwoServers;
  let members: [Member, Member];
  beforeAll(async () => {
    // 60 changes a minute, of which a server reserves 3 at a time.
    both = await startTwoServers({ limit_factor: 0.2 });
    const session = await both.one.register("busy@example.com");
    members = [both.one.as(session), both.two.as(session)];
  });
  afterAll(() => both.close());

  const create = (member: Member) => member.call(doctorRoutes.create, { body: doctorBody() });

  test("for simultaneous requests to both, and for later ones to one alone", async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 150 }, (_, at) => create(members[at % 2 ? 0 : 1])),
    );
    const refused = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as Refusal] : []));
    for (const one of refused) expect([one instanceof Refusal, one.status]).toEqual([true, 429]);
    const done = settled.length - refused.length;
    expect(done).toBeGreaterThan(57);
    // One more batch of the other server.
    expect(done).toBeLessThanOrEqual(60 + 3);
    for (const member of members) await expect(create(member)).rejects.toMatchObject({ status: 429 });
  });

  test("refills the limit over time for both servers", async () => {
    both.one.pass(120);
    for (const member of members) await create(member);
  });

  test("a clock that is set back makes nobody wait for the time it went back", async () => {
    both.one.pass(1800);
    for (const member of members) await Promise.allSettled(Array.from({ length: 70 }, () => create(member)));
    both.one.pass(-1800);
    for (const member of members) await create(member);
    const refused = await Promise.allSettled(Array.from({ length: 70 }, () => create(members[0])));
    for (const one of refused)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ status: 429 });
    both.one.pass(60);
    for (const member of members) await create(member);
  });

  test("ordinary use costs no query", async () => {
    both.one.pass(120);
    const counters = async () =>
      (await both.database.db.selectFrom("auth.rate_limits").selectAll().execute()).map(
        ({ limit_name, paid_back_at }) => `${limit_name} ${paid_back_at}`,
      );
    const before = await counters();
    expect(before.filter((counter) => counter.startsWith("POST /api/doctors "))).toHaveLength(1);
    for (const member of members) for (let n = 0; n < 3; n++) await create(member);
    expect(await counters()).toEqual(before);
    await create(members[0]);
    expect(await counters()).not.toEqual(before);
  });
});
