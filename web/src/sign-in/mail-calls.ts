import { attempt, type Problem } from "../api/attempt.ts";
import { paths, type Target } from "../paths.ts";
import { stringifySearch } from "../search.ts";
import { safeRedirect } from "./safe-redirect.ts";

/** The whole address of one of the product's screens. */
export function addressOf({ to, search = {} }: Target): string {
  return location.origin + to + stringifySearch(search);
}

/** The whole address of the page first asked for, to which the link of a mail leads. */
function pageAfter(redirect: string | undefined): string {
  return addressOf(safeRedirect(redirect, location.origin));
}

/** Asks for a mail with which a new password can be chosen. */
export async function mailNewPassword(
  email: string,
  redirect: string | undefined,
): Promise<Problem | undefined> {
  const redirectTo = addressOf(paths.newPassword(redirect));
  return (await attempt((auth) => auth.resetPasswordForEmail(email, { redirectTo }))).problem;
}

/** Asks for a mail to sign in with. */
export async function mailSignIn(email: string, redirect: string | undefined): Promise<Problem | undefined> {
  const options = { emailRedirectTo: pageAfter(redirect) };
  return (await attempt((auth) => auth.signInWithOtp({ email, options }))).problem;
}

/** Asks for the mail of a sign-up once more. */
export async function mailConfirmation(
  email: string,
  redirect: string | undefined,
): Promise<Problem | undefined> {
  const options = { emailRedirectTo: pageAfter(redirect) };
  return (await attempt((auth) => auth.resend({ type: "signup", email, options }))).problem;
}

/** Shows the code of a mail; the session's change then leads on. */
export async function showCode(
  type: "recovery" | "email" | "invite",
  email: string,
  token: string,
): Promise<Problem | undefined> {
  return (await attempt((auth) => auth.verifyOtp({ type, email, token }))).problem;
}

/** Makes an account; a mail with a code goes out where addresses must be confirmed. */
export function signUpOptions(redirect: string | undefined): { emailRedirectTo: string } {
  return { emailRedirectTo: pageAfter(redirect) };
}
