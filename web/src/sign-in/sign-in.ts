import { ApiError, unreachableError } from "../api/api-error.ts";
import { authClient } from "../api/session.ts";

export type Mode = "sign-in" | "sign-up";

/** What is said when a call throws instead of answering. */
export const unexpected = "An unexpected error occurred";
/** The auth service's words for credentials that are not complete. */
export const missingCredentials = "You must provide either an email or phone number and a password";
/** What is said when an account was made but has to be confirmed by mail first. */
const confirmFirst =
  "Your account is created. Please confirm it with the link that we sent to you, then sign in.";

/** Signs in or up. Gives `null` when the person is signed in then, otherwise the message to show. */
export async function submitCredentials(mode: Mode, email: string, password: string): Promise<string | null> {
  const credentials = { email: email.trim(), password };
  if (credentials.email === "" || password === "") return missingCredentials;
  try {
    const { auth, isAuthRetryableFetchError } = await authClient();
    const { data, error } =
      mode === "sign-in" ? await auth.signInWithPassword(credentials) : await auth.signUp(credentials);
    if (!error) return data.session ? null : confirmFirst;
    // No answer, or one without a message of its own.
    if (isAuthRetryableFetchError(error)) return error.status === 0 ? unreachableError().message : unexpected;
    return error.message || unexpected;
  } catch (thrown) {
    // The client's own code could not be fetched.
    return thrown instanceof ApiError ? thrown.message : unexpected;
  }
}
