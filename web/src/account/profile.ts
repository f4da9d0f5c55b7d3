import { accountRoutes } from "@rounds/domain/account/routes.ts";
import { call } from "../api/client.ts";
import { authClient } from "../api/session.ts";
import { askAuth } from "./auth-call.ts";
import { accountChanged } from "./queries.ts";

/** Where the links of mails lead back to. */
const backHere = () => `${location.origin}${location.pathname}`;

/** Changes the name that is shown; an empty one removes it. */
export async function changeName(name: string): Promise<void> {
  await askAuth((auth) => auth.updateUser({ data: { full_name: name === "" ? null : name } }));
  await accountChanged();
}

/** Asks for another address. Gives the address that waits to be confirmed; none when it is in force at once. */
export async function changeEmail(email: string): Promise<string | undefined> {
  const { user } = await askAuth((auth) => auth.updateUser({ email }, { emailRedirectTo: backHere() }));
  await accountChanged();
  return user.new_email;
}

/** Gives up the change of address that waits to be confirmed: its codes and links are void from then on. */
export async function cancelEmailChange(): Promise<void> {
  await call(accountRoutes.cancelEmailChange, {});
  await accountChanged();
}

/** Sends the mails of a change of address once more. */
export async function resendEmailChange(new_email: string): Promise<void> {
  await askAuth((auth) =>
    auth.resend({ type: "email_change", email: new_email, options: { emailRedirectTo: backHere() } }),
  );
}

/**
 * Confirms one of the two addresses of a change with the code that was mailed to it; "half" while the other has to
 * agree yet. The service answers the last code with a session of its own, which this browser does not need.
 */
export async function confirmEmail(email: string, token: string): Promise<"half" | "done"> {
  const { passingClient } = await authClient();
  const passing = passingClient();
  const { session } = await askAuth(() => passing.verifyOtp({ type: "email_change", email, token }));
  if (session) {
    await passing.signOut({ scope: "local" });
    // So that the token and what is stored beside it say the new address.
    await askAuth((auth) => auth.refreshSession());
  }
  await accountChanged();
  return session ? "done" : "half";
}

/** What changing the password takes. */
export type PasswordChange = {
  password: string;
  /** Left out for an account that has none. */
  current_password?: string;
  /** The mailed code, when the service asked for one. */
  nonce?: string;
};

/** Changes the password; every other device is signed out by it. */
export async function changePassword(change: PasswordChange): Promise<void> {
  await askAuth((auth) => auth.updateUser(change));
  await accountChanged();
}

/** Has a code mailed that proves who is asking. */
export async function mailProof(): Promise<void> {
  await askAuth((auth) => auth.reauthenticate());
}

/** Ends the session on every other device. */
export async function signOutOthers(): Promise<void> {
  await askAuth(async (auth) => ({ data: null, ...(await auth.signOut({ scope: "others" })) }));
  await accountChanged();
}
