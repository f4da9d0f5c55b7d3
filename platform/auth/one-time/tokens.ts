import { randomBytes, randomUUID } from "node:crypto";
import type { OneTimeTokenRow, TokenKind, UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import type { AuthContext } from "../base/context.ts";
import { lifetimes } from "../base/limits.ts";
import { tokenHash } from "../sessions/refresh-tokens.ts";
import { lockUser } from "../users/lock-user.ts";
import type { Challenge } from "./pkce.ts";
import { isRightGuess, makeCode } from "./six-digits.ts";

/** The prefix of link tokens for clients that want a code. */
export const pkcePrefix = "pkce_";

const byText: ReadonlySet<TokenKind> = new Set(["phone_confirmation", "phone_login", "phone_change"]);

/** What is sent to the user; neither is stored. */
type IssuedToken = { code: string; linkToken: string };

/** Creates the user's token of a kind; an earlier one of this kind becomes void. */
export async function issueToken(
  tx: Database,
  context: AuthContext,
  given: {
    userId: string;
    kind: TokenKind;
    sentTo: string;
    challenge?: Challenge | undefined;
  },
): Promise<IssuedToken> {
  const { code, kept } = makeCode();
  const linkToken = (given.challenge ? pkcePrefix : "") + randomBytes(32).toString("base64url");
  const now = context.clock();
  const seconds = byText.has(given.kind) ? lifetimes.texted_code : lifetimes.mailed_code;
  const row = {
    id: randomUUID(),
    sent_to: given.sentTo,
    link_hash: tokenHash(linkToken),
    ...kept,
    code_challenge: given.challenge?.code_challenge ?? null,
    code_challenge_method: given.challenge?.code_challenge_method ?? null,
    created_at: isoMoment(now),
    expires_at: isoMoment(now + seconds * 1000),
  };
  await tx
    .insertInto("auth.one_time_tokens")
    .values({ ...row, user_id: given.userId, kind: given.kind })
    .onConflict((conflict) => conflict.columns(["user_id", "kind"]).doUpdateSet(row))
    .execute();
  return { code, linkToken };
}

/** A presented token, with its user, both locked. */
export type FoundToken = { token: OneTimeTokenRow; user: UserRow };

/** The valid token of a link, locked with its user; undefined if there is none. */
export async function findByLink(
  tx: Database,
  context: AuthContext,
  linkToken: string,
  kinds: readonly TokenKind[],
): Promise<FoundToken | undefined> {
  const owner = await tx
    .selectFrom("auth.one_time_tokens")
    .select("user_id")
    .where("link_hash", "=", tokenHash(linkToken))
    .executeTakeFirst();
  const user = owner && (await lockUser(tx, owner.user_id));
  if (!user) return undefined;
  // Only now, with the user locked, is it certain that nobody else has used it.
  const token = await tx
    .selectFrom("auth.one_time_tokens")
    .selectAll()
    .where("link_hash", "=", tokenHash(linkToken))
    .where("kind", "in", [...kinds])
    .executeTakeFirst();
  return token && isLive(context, token) ? { token, user } : undefined;
}

/**
 * The valid token of one of some kinds that was sent to an address or number and has this code; a wrong guess is
 * counted, so the caller must let the transaction commit. For an unknown person the same statements run.
 */
export async function findByCode(
  tx: Database,
  context: AuthContext,
  {
    userId,
    sentTo,
    kinds,
    code,
  }: { userId: string | undefined; sentTo: string; kinds: readonly TokenKind[]; code: string },
): Promise<FoundToken | undefined> {
  const user = await lockUser(tx, userId ?? nobody);
  const candidates = await tx
    .selectFrom("auth.one_time_tokens")
    .selectAll()
    .where("user_id", "=", user?.id ?? nobody)
    .where("kind", "in", [...kinds])
    .where("sent_to", "=", sentTo)
    .execute();
  // Counted before it is compared: whatever happens then, this guess is used up.
  await tx
    .updateTable("auth.one_time_tokens")
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("id", "in", [nobody, ...candidates.map((row) => row.id)])
    .execute();
  const token = candidates.find((row) => isLive(context, row) && isRightGuess(row, code));
  return token && user ? { token, user } : undefined;
}

const nobody = "00000000-0000-0000-0000-000000000000";

function isLive(context: AuthContext, token: OneTimeTokenRow): boolean {
  return Date.parse(token.expires_at) > context.clock();
}

/** Voids all codes and links of a user, and the codes that clients could exchange after a link was opened. */
export async function voidTokens(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom("auth.one_time_tokens").where("user_id", "=", userId).execute();
  await tx.deleteFrom("auth.auth_codes").where("user_id", "=", userId).execute();
}

/** Voids a user's codes and links of some kinds: what they were to confirm is no longer wanted. */
export async function voidTokensOf(tx: Database, userId: string, kinds: readonly TokenKind[]): Promise<void> {
  await tx
    .deleteFrom("auth.one_time_tokens")
    .where("user_id", "=", userId)
    .where("kind", "in", [...kinds])
    .execute();
}

/** Voids one token. */
export async function voidToken(tx: Database, id: string): Promise<void> {
  await tx.deleteFrom("auth.one_time_tokens").where("id", "=", id).execute();
}
