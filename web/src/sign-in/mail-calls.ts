import { attempt, type Problem } from "../api/session/attempt.ts";
import { paths, type Target } from "../paths.ts";
import { stringifySearch } from "../search.ts";
import { safeRedirect } from "./safe-redirect.ts";

/** The full URL of one of the product's screens. */
export function addressOf({ to, search = {} }: Target): string {
  return location.origin + to + stringifySearch(search);
}

/** The full URL of the page requested first, to which the link of a mail leads. */
function pageAfter(redirect: string | undefined): string {
  return addressOf(safeRedirect(redirect, location.origin));
}

/** Requests a mail with which to choose a new password. */
export async function mailNewPassword(
  email: string,
  redirect: string | undefined,
): Promise<Problem | undefined> {
  const redirectTo = addressOf(paths.newPassword(redirect));
  return (await attempt((auth) => auth.resetPasswordForEmail(email, { redirectTo }))).problem;
}

/** Requests a mail to sign in with. */
export async function mailSignIn(email: string, redirect: string | undefined): Promise<Problem | undefined> {
  const options = { emailRedirectTo: pageAfter(redirect) };
  return (await attempt((auth) => auth.signInWithOtp({ email, options }))).problem;
}

/** Requests the mail of a sign-up again. */
export async function mailConfirmation(
  email: string,
  redirect: string | undefined,
): Promise<Problem | undefined> {
  const options = { emailRedirectTo: pageAfter(redirect) };
  return (await attempt((auth) => auth.resend({ type: "signup", email, options }))).problem;
}

/** Submits the code of a mail; the changed session then opens the page. */
export async function showCode(
  type: "recovery" | "email" | "invite",
  email: string,
  token: string,
): Promise<Problem | undefined> {
  return (await attempt((auth) => auth.verifyOtp({ type, email, token }))).problem;
}

/** Creates an account; a mail with a code is sent if addresses must be confirmed. */
export function signUpOptions(redirect: string | undefined): { emailRedirectTo: string } {
  return { emailRedirectTo: pageAfter(redirect) };
}
