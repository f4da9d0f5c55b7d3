import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import { goodPassword, type Reply, type SessionBody, type TestService } from "./service.ts";

type Factor = { id: string; secret: string };

/** The code that an authenticator shows at a moment (milliseconds since 1970). */
export function codeAt(secret: string, moment: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: moment });
}

/** Six digits that are wrong for minutes before and after a moment. */
export function wrongCode(secret: string, moment: number): string {
  const near = new Set([...Array(21).keys()].map((step) => codeAt(secret, moment + (step - 10) * 30_000)));
  for (let guess = 0; ; guess++) {
    const code = guess.toString().padStart(6, "0");
    if (!near.has(code)) return code;
  }
}

/** An owner's actions on their factors, each with one request that must succeed. */
export function ownerOf(service: Pick<TestService, "ask" | "pass" | "now" | "database">) {
  function good({ status, body, text }: Reply): Record<string, unknown> {
    if (status !== 200) throw new Error(`answered ${status}: ${text}`);
    return body;
  }

  async function enroll({ access_token }: SessionBody, friendly_name = ""): Promise<Factor> {
    const body = { factor_type: "totp", friendly_name };
    const factor = good(await service.ask("/factors", { bearer: access_token, body }));
    return { id: factor.id as string, secret: (factor.totp as { secret: string }).secret };
  }

  async function challenge({ access_token }: SessionBody, factorId: string): Promise<string> {
    const path = `/factors/${factorId}/challenge`;
    return good(await service.ask(path, { method: "POST", bearer: access_token })).id as string;
  }

  /** Answers a challenge, rightly or wrongly. */
  function answer({ access_token }: SessionBody, factorId: string, challenge_id: string, code: string) {
    const body = { challenge_id, code };
    return service.ask(`/factors/${factorId}/verify`, { bearer: access_token, body });
  }

  /** Raises a session with a code that the factor has not used before. */
  async function raise(session: SessionBody, { id, secret }: Factor): Promise<SessionBody> {
    service.pass(60);
    const challengeId = await challenge(session, id);
    return good(await answer(session, id, challengeId, codeAt(secret, service.now()))) as SessionBody;
  }

  async function signIn(email: string): Promise<SessionBody> {
    const body = { email, password: goodPassword };
    return good(await service.ask("/token?grant_type=password", { body })) as SessionBody;
  }

  const refresh = (refresh_token: string) =>
    service.ask("/token?grant_type=refresh_token", { body: { refresh_token } });

  const remove = ({ access_token }: SessionBody, factorId: string) =>
    service.ask(`/factors/${factorId}`, { method: "DELETE", bearer: access_token });

  /** The audit log's actions for an account, oldest first. */
  async function log(userId: string): Promise<string[]> {
    const rows = await service.database.db
      .selectFrom("auth.audit_log")
      .select("action")
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute();
    return rows.map(({ action }) => action);
  }

  /** The messages queued for an account, oldest first. */
  function messages(userId: string) {
    return service.database.db
      .selectFrom("auth.messages")
      .select(["channel", "kind", "recipient", "details"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute();
  }

  return { enroll, challenge, answer, raise, signIn, refresh, remove, log, messages };
}

/** Checks a refusal as the client sees it. */
export function expectRefusal({ status, body }: Reply, refusal: [number, string, string]): void {
  expect([status, body.code, body.message]).toEqual(refusal);
}
