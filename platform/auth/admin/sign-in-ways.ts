import type { AuthContext } from "../base/context.ts";
import { userNotFound } from "../base/errors.ts";
import type { AuthSettings } from "../base/settings.ts";
import { countRecoveryCodes } from "../factors/recovery-codes.ts";

/** How a user signs in, and what the settings require. */
export type SignInWays = {
  password: {
    is_set: boolean;
    rules: { min_length: number; characters: AuthSettings["password_characters"] };
  };
  email_change: AuthSettings["email_change"];
  /** How many recovery codes are left. */
  recovery_codes_left: number;
};

/** What a screen needs to offer the right changes; the protocol's user object does not contain it. */
export async function readSignInWays({ db, config }: AuthContext, userId: string): Promise<SignInWays> {
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
