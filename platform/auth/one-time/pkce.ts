import { createHash } from "node:crypto";
import { z } from "zod";
import { validationFailed } from "../base/errors.ts";
import { isSame } from "../base/service-key.ts";

/** The fields of a request with which a client asks for a code instead of a session (RFC 7636). */
export const pkceFields = {
  code_challenge: z.string().default(""),
  code_challenge_method: z.string().default(""),
};

export type Challenge = { code_challenge: string; code_challenge_method: "s256" | "plain" };

/** The challenge of a request, or undefined in the implicit flow; throws `validation_failed`. */
export function requireChallenge(given: {
  code_challenge: string;
  code_challenge_method: string;
}): Challenge | undefined {
  const { code_challenge } = given;
  const method = given.code_challenge_method.toLowerCase();
  if (code_challenge === "" && method === "") return undefined;
  if (code_challenge === "" || method === "") {
    throw validationFailed("PKCE flow requires code_challenge_method and code_challenge");
  }
  if (method !== "s256" && method !== "plain") {
    throw validationFailed("invalid code challenge method: only s256 and plain are supported");
  }
  if (code_challenge.length < 43 || code_challenge.length > 128) {
    throw validationFailed("code challenge has to be between 43 and 128 characters");
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(code_challenge)) {
    throw validationFailed(
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
    );
  }
  return { code_challenge, code_challenge_method: method };
}

/** Whether a verifier belongs to a challenge. */
export function answersChallenge(challenge: Challenge, verifier: string): boolean {
  const computed =
    challenge.code_challenge_method === "plain"
      ? verifier
      : createHash("sha256").update(verifier).digest("base64url");
  return isSame(challenge.code_challenge, computed);
}
