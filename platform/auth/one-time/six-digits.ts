import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { maxGuesses } from "../base/limits.ts";

/** The stored form of a code. */
type KeptCode = { code_hash: Buffer; code_salt: Buffer; attempts: number };

/** Six digits to send, and their stored form. */
export function makeCode(): { code: string; kept: KeptCode } {
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const code_salt = randomBytes(32);
  return { code, kept: { code_hash: codeHash(code_salt, code), code_salt, attempts: 0 } };
}

/** Whether a guess is right and not over the limit; the caller counts it. */
export function isRightGuess({ code_hash, code_salt, attempts }: KeptCode, guess: string): boolean {
  return attempts < maxGuesses && timingSafeEqual(codeHash(code_salt, guess), code_hash);
}

/** There are so few codes that without the salt a table of all hashes would reveal them. */
function codeHash(salt: Buffer, code: string): Buffer {
  return createHmac("sha256", salt).update(code).digest();
}
