import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { administer } from "../testing/administration.ts";
import { ownerOf } from "../testing/authenticator.ts";
import { anEmail, startService } from "../testing/service.ts";

const service = await startService();
const admin = await administer(service);
const owner = ownerOf(service);
await admin.create("administrator@example.com");
afterAll(() => service.close());

async function somebodyWithFactor() {
  const session = await service.register();
  const factor = await owner.enroll(session, "Phone");
  const raised = await owner.raise(session, factor);
  return { session: raised, factor, path: `/admin/users/${session.user.id}/factors` };
}

describe("factors of a user", () => {
  test("are listed as a bare array, through the client library", async () => {
    const { session, factor, path } = await somebodyWithFactor();
    const { data, error } = await admin.api.mfa.listFactors({ userId: session.user.id });
    expect(error).toBeNull();
    const { body, text } = await admin.ask(path);
    expect(body).toEqual([
      {
        id: factor.id,
        factor_type: "totp",
        status: "verified",
        friendly_name: "Phone",
        phone: null,
        last_challenged_at: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect(text).not.toContain("secret");
    expect(data?.factors).toMatchObject([{ id: factor.id }]);
    const nobody = await admin.create(anEmail());
    expect((await admin.ask(`/admin/users/${nobody.id}/factors`)).text).toBe("[]");
  });

  test("can be renamed, but not to another factor's name", async () => {
    const { session, factor, path } = await somebodyWithFactor();
    const put = (id: string, body: object) => admin.ask(`${path}/${id}`, { method: "PUT", body });
    const renamed = await put(factor.id, { friendly_name: "Old phone" });
    expect(renamed.body).toMatchObject({ id: factor.id, friendly_name: "Old phone", status: "verified" });
    const other = await owner.enroll(session, "Tablet");
    const taken = await put(other.id, { friendly_name: "Old phone" });
    expect([taken.status, taken.body.code]).toEqual([422, "mfa_factor_name_conflict"]);
    const number = await put(factor.id, { phone: "919822011111" });
    expect([number.status, number.body.code]).toEqual([400, "validation_failed"]);
  });

  test("are removed through the client library; sessions that they raised are lowered, and their owner is notified", async () => {
    const { session, factor } = await somebodyWithFactor();
    const { data, error } = await admin.api.mfa.deleteFactor({ id: factor.id, userId: session.user.id });
    expect(error).toBeNull();
    expect(JSON.stringify(data)).toContain(factor.id);
    const sessions = await service.database.db
      .selectFrom("auth.sessions")
      .select("aal")
      .where("user_id", "=", session.user.id)
      .execute();
    expect(sessions).toEqual([{ aal: "aal1" }]);
    expect((await admin.auditOf(session.user.id)).at(-1)).toEqual(["factor_removed", null]);
    const { rows } = await service.database.pool.query(
      "select kind from auth.messages where user_id = $1 and kind = 'factor_removed'",
      [session.user.id],
    );
    expect(rows).toHaveLength(1);
  });

  test.each(["PUT", "DELETE"])("%s finds only those of the user in the path", async (method) => {
    const { path } = await somebodyWithFactor();
    const { factor: others } = await somebodyWithFactor();
    const shown = async (at: string) => {
      const { status, body } = await admin.ask(at, { method });
      return [status, body.code, body.message];
    };
    const unknown = [404, "mfa_factor_not_found", "Factor not found"];
    expect(await shown(`${path}/${randomUUID()}`)).toEqual(unknown);
    expect(await shown(`${path}/${others.id}`)).toEqual(unknown);
    expect(await shown(`${path}/1`)).toEqual([404, "validation_failed", "factor_id must be an UUID"]);
    expect(await shown(`/admin/users/1/factors/${others.id}`)).toEqual([
      404,
      "validation_failed",
      "user_id must be an UUID",
    ]);
    expect(await shown(`/admin/users/${randomUUID()}/factors/${others.id}`)).toEqual([
      404,
      "user_not_found",
      "User not found",
    ]);
  });
});
