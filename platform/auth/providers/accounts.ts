import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { sqlState, transaction } from "@rounds/database/transaction.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import { audit } from "../base/audit.ts";
import type { AuthContext, Client } from "../base/context.ts";
import { AuthError } from "../base/errors.ts";
import { type AmrMethod, type OpenSession, startSession } from "../sessions/sessions.ts";
import { isBanned } from "../users/banned.ts";
import { addIdentity, confirmUser, createUser } from "../users/create-user.ts";
import { maySignUp, signupDisabled } from "../users/email.ts";
import { lockUser } from "../users/lock-user.ts";
import type { Metadata } from "../users/metadata.ts";
import { type Proof, spendProof } from "./proofs.ts";

/** A person's identity elsewhere: at a provider, or with a wallet. */
export type OutsideIdentity = {
  /** The provider's name here. */
  provider: string;
  /** The person's id there; never given to anybody else. */
  providerId: string;
  /** The person's address according to the provider, as stored; an unverified one counts for nothing. */
  verifiedEmail: string | undefined;
  amrMethod: AmrMethod;
  data: Metadata;
};

type Arrival = {
  identity: OutsideIdentity;
  proof: Proof;
  /** The error for a proof that was used before. */
  spent: () => Error;
  client: Client;
};
/** An arrival in the transaction that finds or creates its account. */
type Arriving = Pick<Arrival, "identity" | "client"> & { tx: Database; context: AuthContext };

/** The account of an identity, and whether this sign-in created it. */
export type Arrived = { user: UserRow; isNew: boolean };

/** How often two sign-ins of one new person at the same time may collide. */
const attempts = 3;

/**
 * Finds or creates the account of somebody who has proved an identity elsewhere, and runs `finish` in the same
 * transaction. Throws `user_banned`, `signup_disabled`, or the error for a used proof.
 */
export async function arrive<Result>(
  context: AuthContext,
  arrival: Arrival,
  finish: (tx: Database, arrived: Arrived) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(context.db, async (tx) => {
        if (!(await spendProof(tx, arrival.proof))) throw arrival.spent();
        const arrived = await accountOf({ tx, context, ...arrival });
        if (isBanned(arrived.user, context.clock())) {
          throw new AuthError(400, "user_banned", "User is banned");
        }
        return await finish(tx, arrived);
      });
    } catch (error) {
      // The identity or its address was taken in the meantime: now it is known.
      if (sqlState(error) !== "23505" || attempt === attempts) throw error;
    }
  }
}

/** Starts the session of the account. */
export async function startArrivedSession(
  tx: Database,
  context: AuthContext,
  { user, isNew }: Arrived,
  { identity, client }: Pick<Arrival, "identity" | "client">,
): Promise<OpenSession> {
  const open = await startSession(tx, context, user, identity.amrMethod, client);
  await audit(tx, context, {
    action: isNew ? "user_signedup" : "login",
    user_id: user.id,
    session_id: open.session.id,
    client,
    traits: { provider: identity.provider },
  });
  return open;
}

async function accountOf(arriving: Arriving): Promise<Arrived> {
  const { tx, context, identity, client } = arriving;
  const known = await knownUser(arriving);
  if (known) return { user: known, isNew: false };
  const owner = await ownerOf(tx, identity.verifiedEmail);
  if (owner && owner.email_confirmed_at !== null) {
    const user = await linkIdentity(arriving, owner);
    await auditLink(arriving, user);
    return { user, isNew: false };
  }
  if (owner && (await isNobodysYet(tx, owner))) {
    const user = await takeOver(arriving, owner);
    await auditLink(arriving, user);
    const traits = { provider: identity.provider };
    await audit(tx, context, { action: "user_confirmed", user_id: user.id, client, traits });
    return { user, isNew: false };
  }
  const user = await newUser(arriving, owner === undefined);
  return { user, isNew: true };
}

async function knownUser({ tx, context, identity }: Arriving): Promise<UserRow | undefined> {
  const { provider, providerId, data } = identity;
  const known = await tx
    .selectFrom("auth.identities")
    .select(["id", "user_id"])
    .where("provider", "=", provider)
    .where("provider_id", "=", providerId)
    .executeTakeFirst();
  if (!known) return undefined;
  const user = await lockUser(tx, known.user_id);
  // A person whom an administrator has removed must not come back this way.
  if (!user) throw new AuthError(400, "user_banned", "User is banned");
  const now = isoMoment(context.clock());
  await tx
    .updateTable("auth.identities")
    .set({ identity_data: JSON.stringify(data), last_sign_in_at: now, updated_at: now })
    .where("id", "=", known.id)
    .execute();
  return user;
}

async function ownerOf(tx: Database, email: string | undefined): Promise<UserRow | undefined> {
  if (email === undefined) return undefined;
  return await tx
    .selectFrom("auth.users")
    .selectAll()
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Account and provider both confirm the owner of the address: it is one person. */
async function linkIdentity({ tx, context, identity }: Arriving, owner: UserRow): Promise<UserRow> {
  const { provider, providerId, data } = identity;
  await addIdentity(tx, context, { userId: owner.id, provider, providerId, data });
  const listed = Array.isArray(owner.app_metadata.providers) ? owner.app_metadata.providers : [];
  const providers = JSON.stringify({ providers: [...new Set([...listed, provider])] });
  return await tx
    .updateTable("auth.users")
    .set({
      app_metadata: sql`app_metadata || ${providers}::jsonb`,
      updated_at: isoMoment(context.clock()),
    })
    .where("id", "=", owner.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether nobody has proved to own the account: everything in it may come from somebody else. */
async function isNobodysYet(tx: Database, owner: UserRow): Promise<boolean> {
  if (owner.confirmed_at !== null || owner.is_anonymous) return false;
  const outside = await tx
    .selectFrom("auth.identities")
    .select("id")
    .where("user_id", "=", owner.id)
    .where("provider", "not in", ["email", "phone"])
    .executeTakeFirst();
  return outside === undefined;
}

/**
 * Gives an unconfirmed account to the owner of its address. Its creator may have been a stranger who waits for that,
 * so nothing of theirs stays: no password, number, session or metadata.
 */
async function takeOver({ tx, context, identity }: Arriving, { id }: UserRow): Promise<UserRow> {
  const { provider, providerId, data } = identity;
  for (const table of [
    "auth.identities",
    "auth.sessions",
    "auth.one_time_tokens",
    "auth.auth_codes",
    "auth.factors",
  ] as const) {
    await tx.deleteFrom(table).where("user_id", "=", id).execute();
  }
  const providers = JSON.stringify({ provider, providers: [provider] });
  await tx
    .updateTable("auth.users")
    .set({
      password_hash: null,
      phone: null,
      new_email: null,
      new_phone: null,
      email_change_confirmed_by: null,
      user_metadata: JSON.stringify(data),
      app_metadata: sql`app_metadata || ${providers}::jsonb`,
    })
    .where("id", "=", id)
    .execute();
  await addIdentity(tx, context, { userId: id, provider, providerId, data });
  return await confirmUser(tx, context, id, "email");
}

/** An account gets the address only if the provider vouches for it and nobody else has it. */
async function newUser({ tx, context, identity }: Arriving, isFree: boolean): Promise<UserRow> {
  const { provider, providerId, verifiedEmail, data } = identity;
  // Without a verified address nobody belongs to the domain that SIGNUP may require.
  const recipient = verifiedEmail ?? "";
  if (!maySignUp(context.config.signup, { channel: "mail", recipient })) throw signupDisabled();
  const user = await createUser(tx, context, { data, appMetadata: { provider, providers: [provider] } });
  await addIdentity(tx, context, { userId: user.id, provider, providerId, data });
  if (verifiedEmail === undefined || !isFree) return user;
  await tx.updateTable("auth.users").set({ email: verifiedEmail }).where("id", "=", user.id).execute();
  return await confirmUser(tx, context, user.id, "email");
}

async function auditLink({ tx, context, identity, client }: Arriving, { id }: UserRow): Promise<void> {
  const traits = { provider: identity.provider };
  await audit(tx, context, { action: "identity_linked", user_id: id, client, traits });
}
