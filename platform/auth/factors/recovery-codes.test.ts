import { decodeJwt } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { expectRefusal, ownerOf } from "../testing/authenticator.ts";
import { type SessionBody, startService } from "../testing/service.ts";

const service = await startService();
const owner = ownerOf(service);
afterAll(() => service.close());

const by = { actor_id: null, client: { ip: null, user_agent: null } };
const wrong: [number, string, string] = [422, "mfa_verification_failed", "Invalid recovery code entered"];
const show = ({ access_token }: SessionBody, code: unknown) =>
  service.ask("/recovery-codes/verify", { bearer: access_token, body: { code } });
const left = async (userId: string) => (await service.auth.accounts.signInOf(userId)).recovery_codes_left;

let people = 0;
/** Somebody with an authenticator and new recovery codes, signed in with only the password. */
async function stuck() {
  const email = `stuck${++people}@example.com`;
  const first = await service.register(email);
  const factor = await owner.enroll(first);
  await owner.raise(first, factor);
  const codes = await service.auth.accounts.makeRecoveryCodes(first.user.id, by);
  return { email, codes, factor, id: first.user.id, session: await owner.signIn(email) };
}

describe("recovery codes", () => {
  test("there are ten, each raises a session once in place of a factor, and the owner is notified", async () => {
    const { email, codes, id, session } = await stuck();
    const [code = "", other = ""] = codes;
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const each of codes) expect(each).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    // Typed by hand: capitals, no dashes, an O for a zero.
    const { status, body } = await show(
      session,
      ` ${code.toUpperCase().replaceAll("-", " ").replaceAll("0", "O")}`,
    );
    expect(status).toBe(200);
    const claims = decodeJwt(body.access_token as string);
    expect(claims).toMatchObject({ aal: "aal2", session_id: decodeJwt(session.access_token).session_id });
    expect((claims.amr as { method: string }[])[0]?.method).toBe("recovery_code");
    expect(await left(id)).toBe(9);
    expect(await owner.log(id)).toContain("recovery_code_used");
    expect((await owner.messages(id)).map(({ kind }) => kind)).toContain("recovery_code_used");
    // The session continues at aal2, and may do what needs the second step.
    const renewed = await owner.refresh(body.refresh_token as string);
    expect(decodeJwt(renewed.body.access_token as string).aal).toBe("aal2");
    const again = await owner.signIn(email);
    expectRefusal(await show(again, code), wrong);
    expect((await show(again, other)).status).toBe(200);
  });

  test("are not stored in plain text", async () => {
    const { codes, id } = await stuck();
    const rows = await service.database.db
      .selectFrom("auth.recovery_codes")
      .selectAll()
      .where("user_id", "=", id)
      .execute();
    for (const { code_hash } of rows) {
      expect(code_hash).toHaveLength(32);
      for (const code of codes) expect(code_hash.toString("latin1")).not.toContain(code);
    }
  });

  test("are refused if they are somebody else's, replaced, or malformed", async () => {
    const one = await stuck();
    const two = await stuck();
    expectRefusal(await show(one.session, two.codes[0]), wrong);
    const fresh = await service.auth.accounts.makeRecoveryCodes(one.id, by);
    expectRefusal(await show(one.session, one.codes[1]), wrong);
    for (const code of ["0000-0000-0000-0000", "x".repeat(5000), "%", "'"]) {
      expectRefusal(await show(one.session, code), wrong);
    }
    expect((await show(one.session, "  ")).body.code).toBe("validation_failed");
    expect((await show(one.session, 7)).body.code).toBe("bad_json");
    expect(await owner.log(one.id)).toContain("verification_attempted");
    expect((await show(one.session, fresh[0])).status).toBe(200);
  });

  test("used twice at the same moment, raise one session", async () => {
    const { email, codes, session } = await stuck();
    const other = await owner.signIn(email);
    const answers = await Promise.all([show(session, codes[0]), show(other, codes[0])]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("need a second factor, and are removed with the last one, as is the level of the sessions they raised", async () => {
    const plain = await service.register("plain@example.com");
    await expect(service.auth.accounts.makeRecoveryCodes(plain.user.id, by)).rejects.toMatchObject({
      code: "mfa_factor_not_found",
    });
    expect((await show(plain, "0000-0000-0000-0000")).body.code).toBe("mfa_factor_not_found");
    const { codes, factor, id, session } = await stuck();
    const raised = (await show(session, codes[0])).body as SessionBody;
    expect((await owner.remove(raised, factor.id)).status).toBe(200);
    expect(await left(id)).toBe(0);
    const after = await owner.refresh(raised.refresh_token);
    expect(decodeJwt(after.body.access_token as string)).toMatchObject({
      aal: "aal1",
      amr: [{ method: "password" }],
    });
  });

  test("guesses count together with those at the factors", async () => {
    const limited = await startService({
      database: service.database,
      limits: { factor_account: { per: "user", count: 3, seconds: 3600, burst: 3 } },
    });
    const { codes, session } = await stuck();
    limited.pass((service.now() - limited.now()) / 1000);
    const guess = (code: unknown) =>
      limited.ask("/recovery-codes/verify", { bearer: session.access_token, body: { code } });
    for (let n = 0; n < 3; n++) expectRefusal(await guess("0000-0000-0000-0000"), wrong);
    expect((await guess(codes[0])).status).toBe(429);
    await limited.close();
  });
});
