import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import type { Passwords } from "../base/context.ts";
import { AuthError, tooManyRequests, validationFailed, type WeakPasswordReason } from "../base/errors.ts";
import type { AuthSettings, HashingCost } from "../base/settings.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { createHashing, recommendedCost } from "./hashing.ts";
import { isBcrypt, verifyBcrypt } from "./imported-hash.ts";

const maxBytes = 72;

/** How many hashes run at once in this process. Each takes 64 MiB and a core; one core stays free. */
const slots = Math.min(3, Math.max(1, availableParallelism() - 1));
/** How many requests may wait for a slot before the service answers that it is too busy. */
const maxWaiting = 200;

/** Hashes and checks passwords; only tests choose another cost than the recommended one. */
export function createPasswords(cost: HashingCost = recommendedCost): Passwords {
  // The beginning of every hash created now, in PHC form.
  const presentForm = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  const run = createQueue(slots, maxWaiting);
  const hashing = createHashing(slots);
  const noPassword = unmatchableHash(presentForm, cost);
  return {
    hash: (password) => run(() => hashing.hash(password, cost)),
    async matches(hash, password) {
      const verify = hash !== null && isBcrypt(hash) ? verifyBcrypt : hashing.verify;
      const right = await run(() => verify(hash ?? noPassword, password));
      return hash !== null && right;
    },
    isOutdated: (hash) => !hash.startsWith(presentForm),
  };
}

/** A dummy hash at the present cost: checking against it takes as long as against a real one. */
function unmatchableHash(presentForm: string, cost: HashingCost): string {
  const encode = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `${presentForm}${encode(randomBytes(16))}$${encode(randomBytes(cost.outputLen))}`;
}

/** Runs at most `running` tasks at once, in order of arrival; refuses if `waiting` tasks already wait. */
export function createQueue(running: number, waiting: number) {
  let active = 0;
  const line: (() => void)[] = [];
  return async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (active < running) {
      active++;
    } else {
      if (line.length >= waiting) throw tooManyRequests(5);
      await new Promise<void>((resolve) => line.push(resolve));
    }
    try {
      return await task();
    } finally {
      // A slot passes to the next task without becoming free, so that none overtakes.
      const next = line.shift();
      if (next) next();
      else active--;
    }
  };
}

/** The rules for a new password; part of the service's settings. */
type PasswordRules = Pick<AuthSettings, "password_min_length" | "password_characters" | "password_common">;

const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();
const digits = "0123456789";
const symbols = "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~";

/** A password must have at least one character of each group. */
const groups: Record<AuthSettings["password_characters"], string[]> = {
  any: [],
  letters_digits: [lower + upper, digits],
  lower_upper_digits: [lower, upper, digits],
  lower_upper_digits_symbols: [lower, upper, digits, symbols],
};

type Weakness = { message: string; reasons: WeakPasswordReason[] };

/** Every reason why a password is too weak for the present rules; undefined for one that is good enough. */
export function weaknessOf(password: string, rules: PasswordRules): Weakness | undefined {
  const wanted = groups[rules.password_characters];
  const found: [WeakPasswordReason, string][] = [];
  // In bytes, like the upper bound, as in the protocol.
  if (Buffer.byteLength(password) < rules.password_min_length) {
    found.push(["length", `Password should be at least ${rules.password_min_length} characters.`]);
  }
  if (!wanted.every((group) => [...group].some((character) => password.includes(character)))) {
    const list = wanted.join(", ");
    found.push(["characters", `Password should contain at least one character of each: ${list}.`]);
  }
  if (rules.password_common === "refused" && isCommonPassword(password)) {
    found.push(["pwned", "Password is known to be weak and easy to guess, please choose a different one."]);
  }
  if (found.length === 0) return undefined;
  return { message: found.map(([, text]) => text).join(" "), reasons: found.map(([reason]) => reason) };
}

/** Refuses a password that is not allowed. */
export function requireGoodPassword(password: string, rules: PasswordRules): void {
  if (Buffer.byteLength(password) > maxBytes) {
    throw validationFailed(`Password cannot be longer than ${maxBytes} characters`);
  }
  const weakness = weaknessOf(password, rules);
  if (!weakness) return;
  const { message, reasons } = weakness;
  throw new AuthError(422, "weak_password", message, { weak_password: { reasons } });
}
