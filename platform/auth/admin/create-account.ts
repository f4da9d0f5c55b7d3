import type { UserRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import { sqlState, transaction } from "@rounds/database/transaction.ts";
import { z } from "zod";
import { readFields } from "../base/body.ts";
import type { Answer, AuthContext, ServiceCall } from "../base/context.ts";
import { AuthError, emailExists, phoneExists, validationFailed } from "../base/errors.ts";
import { confirmUser, createUser } from "../users/create-user.ts";
import { requireEmail } from "../users/email.ts";
import { type Metadata, metadata, requireSmallMetadata } from "../users/metadata.ts";
import { requirePhone } from "../users/phone.ts";
import { viewUser } from "../users/user-view.ts";
import { note } from "./account.ts";
import { banMilliseconds, banUser } from "./ban.ts";
import { hashOf, passwordFields } from "./new-password.ts";

/** The fields of an account that the admin paths can set. */
export const accountFields = {
  email: z.string().default(""),
  phone: z.string().default(""),
  ...passwordFields,
  email_confirm: z.boolean().default(false),
  phone_confirm: z.boolean().default(false),
  user_metadata: metadata.default({}),
  app_metadata: metadata.default({}),
  role: z.string().default(""),
  ban_duration: z.string().default(""),
};

const fields = z.object({ id: z.string().default(""), ...accountFields });

/** POST /admin/users (docs/auth.md#administration). */
export async function createAccount(context: AuthContext, call: ServiceCall): Promise<Answer> {
  const given = readFields(fields, call.body);
  const id = given.id === "" ? undefined : requireId(given.id);
  if (given.email === "" && given.phone === "") {
    throw validationFailed("Cannot create a user without either an email or phone");
  }
  const email = given.email === "" ? undefined : requireEmail(given.email);
  const phone = given.phone === "" ? undefined : requirePhone(given.phone);
  const data = withoutNulls(given.user_metadata);
  const appMetadata = withoutNulls(given.app_metadata);
  requireSmallMetadata({ ...data, email_verified: true, phone_verified: true });
  requireSmallMetadata(appMetadata);
  const ban = given.ban_duration === "" ? 0 : banMilliseconds(given.ban_duration);
  const passwordHash = await hashOf(context, { ...given, password: given.password || undefined });
  const role = given.role === "" ? undefined : given.role;

  const user = await transaction(context.db, async (tx) => {
    const made = await createUser(tx, context, { id, email, phone, passwordHash, data, appMetadata, role });
    await vouchFor(tx, context, made.id, { email: given.email_confirm, phone: given.phone_confirm });
    await note(tx, context, made, call, "user_created");
    if (ban !== 0) await banUser(tx, context, made, ban, call);
    return await rowOf(tx, made.id);
  }).catch((error: unknown) => {
    throw takenError(error) ?? error;
  });
  return { body: await viewUser(context.db, user) };
}

function requireId(id: string): string {
  const parsed = z.uuid().safeParse(id);
  if (!parsed.success) throw validationFailed("ID must conform to the uuid v4 format");
  return parsed.data.toLowerCase();
}

/** A new account has no key that null could remove. */
function withoutNulls(data: Metadata): Metadata {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}

export async function rowOf(db: Database, id: string): Promise<UserRow> {
  return await db.selectFrom("auth.users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** The error for an address, number or id that another account has; undefined for any other error. */
export function takenError(error: unknown): AuthError | undefined {
  if (sqlState(error) !== "23505") return undefined;
  // An error with a state is PostgreSQL's own, which names the constraint.
  switch ((error as { constraint?: string }).constraint) {
    case "users_email_key":
      return emailExists();
    case "users_phone_key":
      return phoneExists();
    default:
      return new AuthError(422, "user_already_exists", "A user with this ID has already been registered");
  }
}

/** Confirms what an administrator vouches for, if it is not confirmed yet. */
export async function vouchFor(
  tx: Database,
  context: AuthContext,
  id: string,
  confirm: { email: boolean; phone: boolean },
): Promise<void> {
  const user = await rowOf(tx, id);
  if (confirm.email && user.email !== null && user.email_confirmed_at === null) {
    await confirmUser(tx, context, id, "email");
  }
  if (confirm.phone && user.phone !== null && user.phone_confirmed_at === null) {
    await confirmUser(tx, context, id, "phone");
  }
}
