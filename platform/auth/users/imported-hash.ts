import { verify as argonVerify } from "@node-rs/argon2";
import { verify as bcryptVerify } from "@node-rs/bcrypt";
import { validationFailed } from "../base/errors.ts";

/** bcrypt as other systems write it; a cost over 14 would keep a core busy for seconds at each sign-in. */
const bcrypt = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;
/** The PHC form of Argon2, with the parameters that determine the cost of checking. */
const argon =
  /^\$argon2(?:id|i)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,86}$/;
const most = { kibibytes: 256 * 1024, passes: 10, lanes: 16 };

export function isBcrypt(hash: string): boolean {
  return hash.startsWith("$2");
}

/** Whether this is the hashed password. */
export function verifyBcrypt(hash: string, password: string): Promise<boolean> {
  return bcryptVerify(password, hash);
}

/** A hash from another system, in the form that can be stored and checked here; throws `validation_failed`. */
export async function requireImportedHash(hash: string): Promise<string> {
  if (bcrypt.test(hash) || (await isArgon(hash))) return hash;
  throw validationFailed("Invalid password hash: only bcrypt, argon2i and argon2id can be imported");
}

async function isArgon(hash: string): Promise<boolean> {
  const [, memory = "", passes = "", lanes = ""] = argon.exec(hash) ?? [];
  if (memory === "") return false;
  if (Number(memory) > most.kibibytes || Number(passes) > most.passes || Number(lanes) > most.lanes)
    return false;
  // The pattern is not enough: salt and tag have their own rules, and breaking them throws.
  return await argonVerify(hash, "").then(
    () => true,
    () => false,
  );
}
