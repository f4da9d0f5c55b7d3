import { randomUUID } from "node:crypto";
import { type Call, memberOf } from "@rounds/testkit/caller.ts";
import { password, type Session, signUp as signUpAt } from "@rounds/testkit/sign-in.ts";

/** A signed-up person. */
export type Person = { email: string; password: string; session: Session };

/** Signs a new person up over HTTP. */
export async function signUp(
  url: string,
  email = `rep-${randomUUID().slice(0, 8)}@rounds.example`,
): Promise<Person> {
  return { email, password, session: await signUpAt(url, email) };
}

/** Calls the product's API as a person. */
export function callerOf(url: string, { session }: Person): Call {
  return memberOf(url, session.access_token, session.user).call;
}
