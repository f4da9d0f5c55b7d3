import { z } from "zod";
import type { AuthContext } from "../base/context.ts";
import { validationFailed } from "../base/errors.ts";
import { requireImportedHash } from "../users/imported-hash.ts";
import { requireGoodPassword } from "../users/password.ts";

/** How the admin paths pass a password: as text, or as its hash from another system. */
export const passwordFields = { password: z.string().optional(), password_hash: z.string().optional() };

/** The hash to store for a new password; undefined if none is given. Throws `weak_password`, `validation_failed`. */
export async function hashOf(
  { passwords, config }: AuthContext,
  given: { password?: string | undefined; password_hash?: string | undefined },
): Promise<string | undefined> {
  const { password, password_hash = "" } = given;
  if (password_hash !== "") {
    if (password !== undefined && password !== "") {
      throw validationFailed("Only a password or a password hash should be provided");
    }
    return await requireImportedHash(password_hash);
  }
  if (password === undefined) return undefined;
  requireGoodPassword(password, config);
  return await passwords.hash(password);
}
