import { renaming } from "@rounds/domain/account/person-name.ts";
import { accountRoutes } from "@rounds/domain/account/routes.ts";
import { call } from "../api/client.ts";
import { authClient } from "../api/session/session.ts";
import { askAuth, codeOf } from "./auth-call.ts";
import { accountChanged } from "./queries.ts";

/** Where the links in mails lead back to. */
const backHere = () => `${location.origin}${location.pathname}`;

/** Changes the shown name; an empty one removes it. */
export async function changeName(name: string): Promise<void> {
  await askAuth((auth) => auth.updateUser({ data: renaming(name) }));
  await accountChanged();
}

/** Asks for another address. Returns the pending address; none if the change was immediate. */
export async function changeEmail(email: string): Promise<string | undefined> {
  const { user } = await askAuth((auth) => auth.updateUser({ email }, { emailRedirectTo: backHere() }));
  await accountChanged();
  return user.new_email;
}

/** Cancels the pending change of address: its codes and links stop working. */
export async function cancelEmailChange(): Promise<void> {
  await call(accountRoutes.cancelEmailChange, {});
  await accountChanged();
}

/** Sends the mails of a change of address again. */
export async function resendEmailChange(new_email: string): Promise<void> {
  await askAuth((auth) =>
    auth.resend({ type: "email_change", email: new_email, options: { emailRedirectTo: backHere() } }),
  );
}

/**
 * Confirms one of the two addresses of a change with its mailed code; "half" while the other is still needed. The
 * service answers the last code with a new session, which this browser does not need.
 */
export async function confirmEmail(email: string, token: string): Promise<"half" | "done"> {
  const { passingClient } = await authClient();
  const passing = passingClient();
  const { session } = await askAuth(() => passing.verifyOtp({ type: "email_change", email, token }));
  if (session) {
    await passing.signOut({ scope: "local" });
    // So that the token, and the user stored with it, have the new address. It is confirmed even if this fails.
    await askAuth((auth) => auth.refreshSession()).catch(() => {});
  }
  await accountChanged();
  return session ? "done" : "half";
}

/** What a change of password needs. */
type PasswordChange = {
  password: string;
  /** Left out for an account without a password. */
  current_password?: string;
  /** The mailed code, if the service asked for one. */
  nonce?: string;
};

/**
 * Changes the password; all other devices are signed out. `wasSent`: the same was sent before, without an answer. Then the service may
 * refuse it because the password is this one already.
 */
export async function changePassword(change: PasswordChange, wasSent: boolean): Promise<void> {
  try {
    await askAuth((auth) => auth.updateUser(change));
  } catch (thrown) {
    if (!wasSent || !(await isChanged(change.password, codeOf(thrown)))) throw thrown;
  }
  await accountChanged();
}

/** Whether the password is this one, which the service refused with this code to make it. */
async function isChanged(password: string, refused: string): Promise<boolean> {
  if (refused !== "current_password_invalid") return refused === "same_password";
  const again = askAuth((auth) => auth.updateUser({ password, current_password: password }));
  return (await again.then(() => "", codeOf)) === "same_password";
}

/** Mails a code that proves who is asking. */
export async function mailProof(): Promise<void> {
  await askAuth((auth) => auth.reauthenticate());
}

/** Ends the session of every other device. */
export async function signOutOthers(): Promise<void> {
  await askAuth(async (auth) => ({ data: null, ...(await auth.signOut({ scope: "others" })) }));
  await accountChanged();
}
