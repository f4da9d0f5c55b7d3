import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { AccountSession, OwnAccount } from "@rounds/domain/account/account.ts";
import type { TeamRole } from "@rounds/domain/team/roles.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import type { SettingAction } from "../base/audit.ts";
import type { AuthContext } from "../base/context.ts";
import { AuthError, sessionNotFound, userNotFound } from "../base/errors.ts";
import { countRecoveryCodes, makeRecoveryCodes } from "../factors/recovery-codes.ts";
import { removeFactor } from "../factors/unenroll.ts";
import { countMail } from "../messages/message-limits.ts";
import { queueMessage } from "../messages/queue.ts";
import { verifyLink } from "../one-time/compose.ts";
import { issueToken, voidTokens, voidTokensOf } from "../one-time/tokens.ts";
import { lastUsed, liveSessions } from "../sessions/live-sessions.ts";
import { requireEmail } from "../users/email.ts";
import { factorsOf } from "../users/second-factors.ts";
import { type By, lockAccount, note } from "./account.ts";
import { type ArchivedPerson, bringPersonBack, noteArchive } from "./archived-people.ts";
import { banUser, forever } from "./ban.ts";
import { eraseAccount } from "./delete-account.ts";
import { inviteByMail, inviteUser, makingAccount } from "./invite.ts";
import { setRole } from "./user-role.ts";

/**
 * Managing accounts, for the rest of the product. Each call is one transaction with its row in the audit log; all
 * throw `user_not_found`, and `last_admin` if no administrator would be left.
 */
export type Accounts = {
  /** How a user signs in, and what the settings require. */
  signInOf(userId: string): Promise<OwnAccount>;
  /** The devices on which a user is signed in, last used first. */
  sessionsOf(userId: string): Promise<AccountSession[]>;
  /** On how many devices each user is signed in; users with none are left out. */
  countSessions(userIds: readonly string[]): Promise<Map<string, number>>;
  /** Cancels a user's pending change of address; without one, nothing changes. */
  cancelEmailChange(userId: string, by: By): Promise<void>;
  /** Ends one session of a user; throws `session_not_found`. */
  endSession(userId: string, sessionId: string, by: By): Promise<void>;
  endSessions(userId: string, by: By): Promise<void>;
  /** Sends an invitation; if the server can't send mail, returns the link. Throws `email_exists`. */
  invite(email: string, role: TeamRole, by: By): Promise<{ id: string; link: string | null }>;
  /** Sends a link to choose a new password, or returns it as `invite` does; null for a user without an address. */
  sendRecovery(
    userId: string,
    given: { endSessions: boolean },
    by: By,
  ): Promise<{ link: string | null } | null>;
  /** Bans a user until `enable`, and ends their sessions. */
  disable(userId: string, by: By): Promise<void>;
  enable(userId: string, by: By): Promise<void>;
  setRole(userId: string, role: TeamRole, by: By): Promise<void>;
  /** Creates new recovery codes, shown only now; throws `mfa_factor_not_found` without a second factor. */
  makeRecoveryCodes(userId: string, by: By): Promise<string[]>;
  /** For a user who lost their second factors: the first factor alone is enough again. Returns how many there were. */
  removeFactors(userId: string, by: By): Promise<number>;
  /** Notes that an administrator changed a setting of the company or erased history, in the transaction of the change. */
  noteSetting(
    tx: Database,
    change: SettingAction,
    traits: Record<string, string>,
    by: By & { actor_id: string },
  ): Promise<void>;
  /** Finds or makes the account of a person of an archive, in the transaction that brings it in; it lets nobody in. */
  bringBack(tx: Database, person: ArchivedPerson, by: By): Promise<{ id: string; made: boolean }>;
  /** Notes that an archive was brought in, in its transaction. */
  noteArchive(tx: Database, traits: Record<string, string>, by: By): Promise<void>;
  /**
   * Erases all personal data of an account and keeps the row that others refer to. `before` runs first, in the same
   * transaction, once the account is locked: nobody is given anything then. Returns what `before` does.
   */
  erase<Known>(
    userId: string,
    by: By,
    before?: (tx: Database, user: UserRow) => Promise<Known>,
  ): Promise<Known | undefined>;
};

export function createAccounts(context: AuthContext): Accounts {
  const { db, config } = context;

  /** One change of one account; the history says who made it. */
  async function change<Result>(
    userId: string,
    { actor_id }: By,
    command: (tx: Database, user: UserRow) => Promise<Result>,
  ): Promise<Result> {
    return await transaction(db, async (tx) => {
      const user = await lockAccount(tx, userId);
      await sql`select history.act(${actor_id}::uuid, null)`.execute(tx);
      return await command(tx, user);
    });
  }

  return {
    signInOf: (userId) => readSignInWays(context, userId),

    async sessionsOf(userId) {
      return await liveSessions(context, [userId])
        .select(["id", "user_agent", "ip", "created_at", lastUsed.as("last_used_at"), "aal"])
        .orderBy("last_used_at", "desc")
        .orderBy("id")
        .execute();
    },

    async countSessions(userIds) {
      if (userIds.length === 0) return new Map();
      const rows = await liveSessions(context, userIds)
        .select(["user_id", (row) => row.fn.countAll<number>().as("count")])
        .groupBy("user_id")
        .execute();
      return new Map(rows.map(({ user_id, count }) => [user_id, count]));
    },

    noteSetting: (tx, change, traits, by) => note(tx, context, { id: by.actor_id }, by, change, traits),

    bringBack: (tx, person, by) => bringPersonBack(tx, context, person, by),

    noteArchive: (tx, traits, by) => noteArchive(tx, context, traits, by),

    cancelEmailChange: (userId, by) =>
      change(userId, by, async (tx, user) => {
        if (user.new_email === null) return;
        await tx
          .updateTable("auth.users")
          .set({ new_email: null, email_change_confirmed_by: null, updated_at: isoMoment(context.clock()) })
          .where("id", "=", userId)
          .execute();
        await voidTokensOf(tx, userId, ["email_change_current", "email_change_new"]);
        await note(tx, context, user, by, "user_email_change_cancelled");
      }),

    endSession: (userId, sessionId, by) =>
      change(userId, by, async (tx, user) => {
        const ended = await tx
          .deleteFrom("auth.sessions")
          .where("id", "=", sessionId)
          .where("user_id", "=", userId)
          .returning("id")
          .executeTakeFirst();
        if (!ended) throw sessionNotFound();
        await note(tx, context, user, by, "sessions_ended", { scope: "one" });
      }),

    endSessions: (userId, by) =>
      change(userId, by, async (tx, user) => {
        await endAll(tx, context, user, by);
      }),

    async invite(email, role, by) {
      const invitee = { email: requireEmail(email), role };
      if (config.mail.by === "smtp") {
        const { id } = await inviteByMail(context, invitee, config.public_url, by);
        return { id, link: null };
      }
      return await makingAccount(context, async (tx) => {
        const user = await inviteUser(tx, context, invitee, by);
        return { id: user.id, link: await linkFor(tx, context, user, "invite", by) };
      });
    },

    async sendRecovery(userId, given, by) {
      const byMail = config.mail.by === "smtp";
      const user = await db
        .selectFrom("auth.users")
        .select(["email"])
        .where("id", "=", userId)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (user?.email != null && byMail) await countMail(context, "recovery", user.email);
      const result = await transaction(db, async (tx) => {
        const locked = await lockAccount(tx, userId);
        if (locked.email === null) return null;
        if (given.endSessions) await endAll(tx, context, locked, by);
        if (!byMail) return { link: await linkFor(tx, context, locked, "recovery", by) };
        await queueMessage(tx, context, {
          channel: "mail",
          kind: "recovery",
          recipient: locked.email,
          userId,
          details: { redirect_to: config.public_url },
        });
        await note(tx, context, locked, by, "user_recovery_requested");
        return { link: null };
      });
      context.messageQueued();
      return result;
    },

    disable: (userId, by) =>
      change(userId, by, async (tx, user) => {
        await banUser(tx, context, user, forever, by);
        // They stay for a while, so that a client with one of their tokens learns why it is refused.
        await tx
          .updateTable("auth.sessions")
          .set({ revoked_at: isoMoment(context.clock()) })
          .where("user_id", "=", userId)
          .where("revoked_at", "is", null)
          .execute();
        await voidTokens(tx, userId);
      }),

    enable: (userId, by) =>
      change(userId, by, async (tx, user) => {
        await tx
          .deleteFrom("auth.sessions")
          .where("user_id", "=", userId)
          .where("revoked_at", "is not", null)
          .execute();
        await banUser(tx, context, user, 0, by);
      }),

    setRole: (userId, role, by) => change(userId, by, (tx, user) => setRole(tx, context, user, role, by)),

    makeRecoveryCodes: (userId, by) =>
      transaction(db, async (tx) => {
        const user = await lockAccount(tx, userId);
        const codes = await makeRecoveryCodes(tx, context, user);
        await note(tx, context, user, by, "recovery_codes_made");
        return codes;
      }),

    async removeFactors(userId, by) {
      const removed = await transaction(db, async (tx) => {
        const user = await lockAccount(tx, userId);
        const factors = await factorsOf(tx, userId);
        for (const factor of factors) {
          await removeFactor(tx, context, factor);
          const traits = { factor_id: factor.id, factor_type: factor.factor_type };
          await note(tx, context, user, by, "factor_removed", traits);
        }
        return factors.length;
      });
      context.messageQueued();
      return removed;
    },

    erase: (userId, by, before) =>
      change(userId, by, async (tx, user) => {
        const known = await before?.(tx, user);
        await eraseAccount(tx, context, user, by);
        return known;
      }),
  };
}

async function endAll(tx: Database, context: AuthContext, user: UserRow, by: By): Promise<void> {
  await tx.deleteFrom("auth.sessions").where("user_id", "=", user.id).execute();
  await note(tx, context, user, by, "sessions_ended", { scope: "global" });
}

/** A link to pass on by hand. */
async function linkFor(
  tx: Database,
  context: AuthContext,
  user: UserRow,
  kind: "invite" | "recovery",
  by: By,
): Promise<string> {
  if (user.email === null) throw new AuthError(400, "validation_failed", "The account has no email address");
  const { linkToken } = await issueToken(tx, context, { userId: user.id, kind, sentTo: user.email });
  if (kind === "recovery") {
    const sent = { recovery_sent_at: isoMoment(context.clock()) };
    await tx.updateTable("auth.users").set(sent).where("id", "=", user.id).execute();
  }
  await note(tx, context, user, by, "link_generated", { type: kind });
  return verifyLink(context, linkToken, kind, undefined);
}

/** What a screen needs to offer the right changes; the protocol's user object does not contain it. */
async function readSignInWays({ db, config }: AuthContext, userId: string): Promise<OwnAccount> {
  const user = await db
    .selectFrom("auth.users")
    .select((row) => row("password_hash", "is not", null).as("is_set"))
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!user) throw userNotFound();
  const { password_min_length: min_length, password_characters: characters, email_change } = config;
  return {
    password: { is_set: Boolean(user.is_set), rules: { min_length, characters } },
    email_change,
    recovery_codes_left: await countRecoveryCodes(db, userId),
  };
}
