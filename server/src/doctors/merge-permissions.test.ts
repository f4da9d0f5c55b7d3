import { limitedRoles, notPermittedWords, type Permission } from "@rounds/domain/account/permissions.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { mergeNeeds } from "@rounds/domain/doctors/duplicates/merge-needs.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, anId, aVisit } from "@rounds/testkit/builders.ts";
import { type Member, Refusal } from "@rounds/testkit/caller.ts";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startWithRoles } from "../testing/roles.ts";

const { app, people, allowAll, deny } = await startWithRoles();
const other = await app.signUp("other@example.com");
afterAll(() => app.close());
beforeEach(allowAll);

const refused = (permission: Permission, why: string) => ({
  status: 403,
  code: "not_permitted",
  details: { permission },
  message: `${why} ${notPermittedWords(permission)}`.trim(),
});
const doctorOf = (person: Member | null) => aDoctor(app, { representative_id: person?.id ?? null });
const isThere = async ({ id }: Doctor) => (await app.call(doctorRoutes.read, { params: { id } })).id === id;
const undo = (by: Member, key: string) =>
  by.call(historyRoutes.undo, { params: { id: key }, body: { units: {} } });

/** Merges a doctor, who goes, into another one, who stays as they are or becomes somebody else's; returns the key to undo it. */
async function merge(by: Member, gone: Doctor, into: Doctor, of = into.representative_id): Promise<string> {
  const key = anId();
  const fields = { name: into.name, representative_id: of };
  const body = { other: gone.id, version: into.version, other_version: gone.version, fields };
  const { status, text } = await by.send(`/api/doctors/${into.id}/merge`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });
  if (status >= 300) throw new Refusal(status, JSON.parse(text));
  return key;
}

describe.each(limitedRoles)("a %s who may not delete doctors of others", (role) => {
  beforeEach(() => deny(role, "delete_doctors_of_others"));

  test("lets no doctor of others go by a merge, also between two of one colleague; others still may", async () => {
    const theirs = await doctorOf(other);
    for (const into of [await doctorOf(other), await doctorOf(people[role]), await doctorOf(null)]) {
      await expect(merge(people[role], theirs, into)).rejects.toMatchObject(
        refused("delete_doctors_of_others", mergeNeeds.doctor),
      );
      expect(await isThere(theirs)).toBe(true);
    }
    await merge(app, theirs, await doctorOf(other));
    expect(await isThere(theirs)).toBe(false);
  });

  test("merges one's own and everybody's into any doctor, who stays whose they are, and takes that back", async () => {
    for (const gone of [await doctorOf(people[role]), await doctorOf(null)]) {
      const theirs = await doctorOf(other);
      await expect(merge(people[role], gone, theirs, people[role].id)).rejects.toMatchObject(
        refused("delete_doctors_of_others", ""),
      );
      const key = await merge(people[role], gone, theirs);
      expect(await isThere(gone)).toBe(false);
      await undo(people[role], key);
      expect(await isThere(gone)).toBe(true);
    }
    const given = await doctorOf(people[role]);
    const key = await merge(people[role], await doctorOf(null), given, other.id);
    // Who gave a doctor away takes that back.
    await undo(people[role], key);
    expect(await app.call(doctorRoutes.read, { params: given })).toMatchObject({
      representative_id: people[role].id,
    });
  });
});

describe.each(limitedRoles)("a %s who may not change visits of others", (role) => {
  test("lets no doctor with visits of others go, who would be about another one then", async () => {
    const [own, into] = [await doctorOf(people[role]), await doctorOf(people[role])];
    const visit = await aVisit(other, own.id);
    await deny(role, "edit_visits_of_others");
    const preview = await people[role].call(doctorRoutes.mergePreview, {
      params: { id: into.id },
      query: { other: own.id },
    });
    expect(preview.visits_of_others).toEqual({ one: false, other: true });
    await expect(merge(people[role], own, into)).rejects.toMatchObject(
      refused("edit_visits_of_others", mergeNeeds.visits),
    );
    expect((await app.call(visitRoutes.read, { params: { id: visit.id } })).doctor_id).toBe(own.id);
    // The one with visits of others may stay.
    await aVisit(people[role], into.id);
    await merge(people[role], into, own);
  });

  test("moves visits without an author of one's own doctor, and none of a colleague's", async () => {
    const [own, theirs] = [await doctorOf(people[role]), await doctorOf(other)];
    for (const doctor of [own, theirs]) {
      const { id } = await aVisit(other, doctor.id);
      await sql`update visits set created_by = null where id = ${id}`.execute(app.db);
    }
    await deny(role, "edit_visits_of_others");
    await merge(people[role], own, await doctorOf(people[role]));
    await expect(merge(people[role], theirs, await doctorOf(other))).rejects.toMatchObject(
      refused("edit_visits_of_others", mergeNeeds.visits),
    );
  });

  test("takes no merge back that moved visits of others, which the history says", async () => {
    const [gone, into] = [await doctorOf(people[role]), await doctorOf(people[role])];
    await aVisit(other, gone.id);
    const key = await merge(people[role], gone, into);
    await deny(role, "edit_visits_of_others");
    const history = async (by: Member) =>
      (await by.call(historyRoutes.ofRecord, { params: { noun: "doctors", id: into.id }, query: {} })).merges;
    expect(await history(people[role])).toMatchObject([{ id: key, visits: 1, visits_of_others: true }]);
    expect(await history(other)).toMatchObject([{ id: key, visits: 1, visits_of_others: false }]);
    await expect(undo(people[role], key)).rejects.toMatchObject(
      refused("edit_visits_of_others", mergeNeeds.undo),
    );
    expect(await isThere(gone)).toBe(false);
    await undo(app.member, key);
    expect(await isThere(gone)).toBe(true);
  });
});
