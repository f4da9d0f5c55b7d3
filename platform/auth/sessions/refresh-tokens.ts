import { createHash, hkdfSync, randomBytes } from "node:crypto";
import type { RefreshTokenRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import type { AuthContext } from "../base/context.ts";
import { lifetimes } from "../base/limits.ts";

const bytes = 32;
/** Our tokens are 32 bytes in base64url; older services of the protocol issued 12 letters and digits. */
const shape = /^(?:[A-Za-z0-9_-]{43}|[a-z0-9]{12})$/;

/** How long a used token is kept, to recognise it when it comes back. */
const keepUsedMilliseconds = 30 * 86_400_000;

export function isWellFormed(token: string): boolean {
  return shape.test(token);
}

/** The stored form of a token. It is long and random, so a plain hash can't be reversed. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * The plain text of a successor. It must be given again if the answer was lost, yet must not be stored. So it is
 * derived (HKDF, RFC 5869) from its parent's plain text, which only the client has, and a random salt, which only the
 * database has, and only until the successor is used.
 */
function childToken(parent: string, salt: Buffer): string {
  return Buffer.from(hkdfSync("sha256", parent, salt, "refresh token", bytes)).toString("base64url");
}

/** Issues the first token of a new session. */
export async function issueFirstToken(
  tx: Database,
  context: AuthContext,
  sessionId: string,
): Promise<string> {
  const token = randomBytes(bytes).toString("base64url");
  await tx
    .insertInto("auth.refresh_tokens")
    .values({
      session_id: sessionId,
      token_hash: tokenHash(token),
      created_at: isoMoment(context.clock()),
    })
    .execute();
  return token;
}

/**
 * Ends all refresh tokens of a session and issues a new first one; the caller holds the session's lock. They are
 * deleted, not marked as used: a used token could still lead to a new one, or end the family and with it the new
 * token.
 */
export async function replaceTokens(tx: Database, context: AuthContext, sessionId: string): Promise<string> {
  await tx.deleteFrom("auth.refresh_tokens").where("session_id", "=", sessionId).execute();
  return issueFirstToken(tx, context, sessionId);
}

/** The result of using a token of a current session. */
type Rotation = { outcome: "issued" | "repeated"; token: string } | { outcome: "reused" };

/**
 * Uses a refresh token; the caller holds the lock of its session. A token that was used before returns the newest
 * token again if that is its successor, or a new successor within the reuse interval; otherwise it counts as stolen.
 */
export async function rotate(
  tx: Database,
  context: AuthContext,
  row: RefreshTokenRow,
  token: string,
): Promise<Rotation> {
  if (row.used_at === null) {
    await markUsed(tx, context, row);
    return { outcome: "issued", token: await issueChild(tx, context, row, token) };
  }
  const newest = await tx
    .selectFrom("auth.refresh_tokens")
    .select(["parent_id", "salt"])
    .where("session_id", "=", row.session_id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  if (newest.parent_id === row.id && newest.salt) {
    return { outcome: "repeated", token: childToken(token, newest.salt) };
  }
  if (context.clock() - Date.parse(row.used_at) <= lifetimes.reused_token * 1000) {
    return { outcome: "issued", token: await issueChild(tx, context, row, token) };
  }
  return { outcome: "reused" };
}

async function markUsed(tx: Database, context: AuthContext, row: RefreshTokenRow): Promise<void> {
  const now = context.clock();
  await tx
    .updateTable("auth.refresh_tokens")
    .set({ used_at: isoMoment(now), salt: null })
    .where("id", "=", row.id)
    .execute();
  await tx
    .deleteFrom("auth.refresh_tokens")
    .where("session_id", "=", row.session_id)
    .where("id", "<", row.id)
    .where("used_at", "<", isoMoment(now - keepUsedMilliseconds))
    .execute();
}

async function issueChild(
  tx: Database,
  context: AuthContext,
  parent: RefreshTokenRow,
  parentToken: string,
): Promise<string> {
  const salt = randomBytes(bytes);
  const token = childToken(parentToken, salt);
  await tx
    .insertInto("auth.refresh_tokens")
    .values({
      session_id: parent.session_id,
      parent_id: parent.id,
      token_hash: tokenHash(token),
      salt,
      created_at: isoMoment(context.clock()),
    })
    .execute();
  return token;
}
