import { afterAll, describe, expect, test } from "vitest";
import { defaultLimits } from "../base/limits.ts";
import { readMail } from "../testing/mailbox.ts";
import { goodPassword, type SessionBody, startService } from "../testing/service.ts";

const service = await startService();
afterAll(() => service.close());

const wrong = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, "0");
const expired = { code: "otp_expired", message: "Token has expired or is invalid" };

describe("reauthentication", () => {
  test("a session older than a day needs the mailed code to change the password", async () => {
    const own = await startService({ settings: { password_change: "reauthentication" } });
    try {
      const { access_token, refresh_token } = await own.register("a@example.com");
      const change = (bearer: string, body: Record<string, unknown>) =>
        own.ask("/user", { method: "PUT", bearer, body });
      expect((await change(access_token, { password: "a fresh horse" })).status).toBe(200);
      own.pass(24 * 3600 + 1);
      const { body } = await own.ask("/token?grant_type=refresh_token", { body: { refresh_token } });
      const bearer = (body as SessionBody).access_token;
      const needed = await change(bearer, { password: "a second horse" });
      expect([needed.status, needed.body]).toEqual([
        400,
        { code: "reauthentication_needed", message: "Password update requires reauthentication" },
      ]);
      // Without the code, nobody learns whether a password is the current one.
      expect((await change(bearer, { password: "a fresh horse" })).body).toEqual(needed.body);
      expect((await own.ask("/reauthenticate", { bearer })).text).toBe("{}");
      const { code } = await readMail(own, "a@example.com");
      const bad = await change(bearer, { password: "a second horse", nonce: wrong(code) });
      expect([bad.status, bad.body]).toEqual([
        422,
        { code: "reauthentication_not_valid", message: "Nonce has expired or is invalid" },
      ]);
      expect((await change(bearer, { password: "a second horse", nonce: code })).status).toBe(200);
      expect((await change(bearer, { password: "a third horse", nonce: code })).body.code).toBe(
        "reauthentication_not_valid",
      );
      // A code for sign-in, or for reauthentication, is good for nothing else.
      await own.ask("/reauthenticate", { bearer });
      const { code: nonce } = await readMail(own, "a@example.com");
      const abused = await own.ask("/verify", {
        body: { type: "email", email: "a@example.com", token: nonce },
      });
      expect(abused.body).toEqual(expired);
    } finally {
      await own.close();
    }
  });

  test("five wrong codes void the right one", async () => {
    const own = await startService({ settings: { password_change: "reauthentication" } });
    try {
      const { refresh_token } = await own.register("b@example.com");
      own.pass(24 * 3600 + 1);
      const { body } = await own.ask("/token?grant_type=refresh_token", { body: { refresh_token } });
      const bearer = (body as SessionBody).access_token;
      await own.ask("/reauthenticate", { bearer });
      const { code } = await readMail(own, "b@example.com");
      for (let guess = 0; guess < 5; guess++) {
        await own.ask("/user", {
          method: "PUT",
          bearer,
          body: { password: "horse horse", nonce: wrong(code) },
        });
      }
      const late = await own.ask("/user", {
        method: "PUT",
        bearer,
        body: { password: "horse horse", nonce: code },
      });
      expect(late.body.code).toBe("reauthentication_not_valid");
    } finally {
      await own.close();
    }
  });

  test("needs a session", async () => {
    expect((await service.ask("/reauthenticate")).body.code).toBe("no_authorization");
  });

  test("needs an address for the code", async () => {
    const own = await startService({ settings: { anonymous_sign_ins: true } });
    try {
      const { body } = await own.ask("/signup", { body: {} });
      const reply = await own.ask("/reauthenticate", { bearer: String(body.access_token) });
      expect([reply.status, reply.body]).toEqual([
        400,
        {
          code: "validation_failed",
          message: "Reauthentication requires the user to have an email or a phone number",
        },
      ]);
    } finally {
      await own.close();
    }
  });

  test("the current password if the settings require it", async () => {
    const own = await startService({ settings: { password_change: "current_password" } });
    try {
      const { access_token: bearer } = await own.register("c@example.com");
      const change = (body: Record<string, unknown>) => own.ask("/user", { method: "PUT", bearer, body });
      expect((await change({ password: "a fresh horse" })).body.code).toBe("current_password_required");
      expect((await change({ password: "a fresh horse", current_password: "no" })).body.code).toBe(
        "current_password_invalid",
      );
      expect((await change({ password: "a fresh horse", current_password: goodPassword })).status).toBe(200);
      // A person who forgot it signs in by a code, and may choose another for an hour.
      await own.ask("/recover", { body: { email: "c@example.com" } });
      const { code } = await readMail(own, "c@example.com");
      const recovered = await own.ask("/verify", {
        body: { type: "recovery", email: "c@example.com", token: code },
      });
      const forgetful = (password: string, { access_token }: SessionBody) =>
        own.ask("/user", { method: "PUT", bearer: access_token, body: { password } });
      const session = recovered.body as SessionBody;
      expect((await forgetful("a found horse", session)).status).toBe(200);
      own.pass(3601);
      const { refresh_token } = session;
      const late = await own.ask("/token?grant_type=refresh_token", { body: { refresh_token } });
      expect((await forgetful("a late horse", late.body as SessionBody)).body.code).toBe(
        "current_password_required",
      );
    } finally {
      await own.close();
    }
  });

  test.each(["current_password", "reauthentication"] as const)(
    "guesses at the password of an open session count as at signing in (%s)",
    async (password_change) => {
      const sign_in_account = { ...defaultLimits.sign_in_account, count: 3, burst: 3 };
      const own = await startService({ settings: { password_change }, limits: { sign_in_account } });
      try {
        const { user, refresh_token } = await own.register();
        own.pass(24 * 3600 + 1);
        const { body } = await own.ask("/token?grant_type=refresh_token", { body: { refresh_token } });
        const bearer = (body as SessionBody).access_token;
        const change = async (password: string, current_password?: string) => {
          const given = { password, nonce: "000000", ...(current_password && { current_password }) };
          return (await own.ask("/user", { method: "PUT", bearer, body: given })).body.code;
        };
        const guess = () =>
          password_change === "current_password" ? change("a horse", "a guess") : change("a guess");
        const refused =
          password_change === "current_password" ? "current_password_invalid" : "reauthentication_not_valid";
        expect([await guess(), await guess(), await guess()]).toEqual([refused, refused, refused]);
        expect(await guess()).toBe("over_request_rate_limit");
        expect(await change(goodPassword, goodPassword)).toBe("over_request_rate_limit");
        const entering = { body: { email: user.email, password: "a guess" } };
        expect((await own.ask("/token?grant_type=password", entering)).status).toBe(429);
        own.pass(100);
        // Somebody who knows the password has their guesses back.
        for (let time = 0; time < 4; time++)
          expect(await change(goodPassword, goodPassword)).toBe("same_password");
      } finally {
        await own.close();
      }
    },
  );
});
