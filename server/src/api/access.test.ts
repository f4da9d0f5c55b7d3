import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { errors } from "@rounds/domain/errors/errors.ts";
import { anId, doctorBody } from "@rounds/testkit/builders.ts";
import { type Answer, send } from "@rounds/testkit/send.ts";
import { TOTP } from "otpauth";
import { afterAll, describe, expect, test } from "vitest";
import { startApp, testMoment } from "../testing/app.ts";
import { routesByName } from "../testing/valid-calls.ts";

const app = await startApp();
afterAll(() => app.close());

const codeOf = ({ text }: Answer) => JSON.parse(text).code;
const json = { "content-type": "application/json" };

describe.each(Object.entries(routesByName))("%s", (_, { method, path }) => {
  const ask = (authorization?: string) =>
    send(app.url, path.replace(":id", anId()), {
      method,
      headers: { ...(method !== "GET" && json), ...(authorization && { authorization }) },
      ...(method !== "GET" && { body: "{" }),
    });

  test("refuses anybody who is not signed in, before it reads anything of the request", async () => {
    const answer = await ask();
    expect([answer.status, codeOf(answer)]).toEqual([401, "not_signed_in"]);
    expect(JSON.parse(answer.text).message).toBe(errors.not_signed_in.message);
    for (const authorization of [
      "Bearer x.y.z",
      `Bearer ${app.token}x`,
      `Bearer ${app.token.slice(0, -4)}AAAA`,
    ]) {
      const refused = await ask(authorization);
      expect([refused.status, codeOf(refused)]).toEqual([401, "session_ended"]);
    }
  });
});

describe("a session", () => {
  const list = (token: string) =>
    send(app.url, "/api/doctors", { headers: { authorization: `Bearer ${token}` } });

  test("that was signed out is refused at once, others of the user are not", async () => {
    const one = await app.signUp("two-sessions@example.com");
    const two = await app.signIn("two-sessions@example.com");
    expect((await list(one.token)).status).toBe(200);
    const out = await one.send("/auth/v1/logout?scope=local", { method: "POST" });
    expect(out.status).toBe(204);
    const refused = await list(one.token);
    expect([refused.status, codeOf(refused)]).toEqual([401, "session_ended"]);
    expect((await list(two.token)).status).toBe(200);
    await two.send("/auth/v1/logout?scope=global", { method: "POST" });
    expect((await list(two.token)).status).toBe(401);
  });

  test("of a user with a second factor is accepted only after using it in this session", async () => {
    const member = await app.signUp("two-steps@example.com");
    const factor = { factor_type: "totp", friendly_name: "phone" };
    const ask = async (path: string, body: object, token = member.token) =>
      JSON.parse(
        (
          await send(app.url, `/auth/v1${path}`, {
            method: "POST",
            headers: { ...json, authorization: `Bearer ${token}` },
            body: JSON.stringify(body),
          })
        ).text,
      );
    const { id, totp } = await ask("/factors", factor);
    // An unfinished authenticator does not require a second step.
    expect((await list(member.token)).status).toBe(200);
    const { id: challenge_id } = await ask(`/factors/${id}/challenge`, {});
    const code = new TOTP({ secret: totp.secret }).generate({ timestamp: Date.parse(testMoment) });
    const raised = await ask(`/factors/${id}/verify`, { challenge_id, code });
    expect((await list(raised.access_token)).status).toBe(200);
    const again = await app.signIn("two-steps@example.com");
    const refused = await list(again.token);
    expect([refused.status, codeOf(refused)]).toEqual([403, "second_factor_needed"]);
    expect((await again.send("/auth/v1/user")).status).toBe(200);
  });

  test("signed out during a request saves nothing", async () => {
    const member = await app.signUp("leaving@example.com");
    await member.send("/auth/v1/logout", { method: "POST" });
    const body = doctorBody();
    await expect(member.call(doctorRoutes.create, { body })).rejects.toMatchObject({ status: 401 });
    await expect(app.call(doctorRoutes.read, { params: { id: body.id } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test("whose user is gone is refused, and what the user made stays", async () => {
    const member = await app.signUp("gone@example.com");
    const body = doctorBody();
    await member.call(doctorRoutes.create, { body });
    await app.database.pool.query("delete from auth.users where id = $1", [member.id]);
    expect((await list(member.token)).status).toBe(401);
    const kept = await app.call(doctorRoutes.read, { params: { id: body.id } });
    expect(kept).toMatchObject({ created_by: null, updated_by: null });
  });

  test("ends with its access token", async () => {
    const member = await app.signUp("late@example.com");
    app.setClock("2025-06-15T10:59:00Z");
    expect((await list(member.token)).status).toBe(200);
    app.setClock("2025-06-15T11:05:00Z");
    const refused = await list(member.token);
    expect([refused.status, codeOf(refused)]).toEqual([401, "session_ended"]);
    app.setClock("2025-06-15T10:00:00Z");
  });

  test("of another server is not accepted", async () => {
    const other = await startApp();
    expect((await list(other.token)).status).toBe(401);
    await other.close();
  });
});

describe("limits", () => {
  test("answer 429 in the API's shape, only to that user, with the time to wait", async () => {
    // 300 changes and 1200 reads a minute, at a hundredth.
    const limited = await startApp({ limit_factor: 0.01 });
    const other = await limited.signUp("other@example.com");
    const create = (member = limited.member) =>
      member.send("/api/doctors", { method: "POST", headers: json, body: JSON.stringify(doctorBody()) });
    for (let n = 0; n < 3; n++) expect((await create()).status).toBe(201);
    const refused = await create();
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.text)).toEqual({
      code: "too_many_requests",
      message: errors.too_many_requests.message,
      request_id: refused.headers.get("x-request-id"),
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await create(other)).status).toBe(201);
    expect((await limited.send("/api/doctors")).status).toBe(200);
    await limited.close();
  });
});
