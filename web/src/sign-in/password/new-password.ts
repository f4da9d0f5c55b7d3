import { attempt, wordsOf } from "../../api/session/attempt.ts";
import { authClient, sessionState } from "../../api/session/session.ts";

/** Why a new password was not saved, and where to show it. */
export type NewPasswordProblem =
  | { kind: "password" | "current" | "other"; message: string }
  /** The second step must be done first. */
  | { kind: "second-step" };

/** Saves the new password; `current` is the old one, if the server asks for it. */
export async function saveNewPassword(
  password: string,
  current?: string,
): Promise<NewPasswordProblem | undefined> {
  if (password === "") return { kind: "password", message: "Enter your new password." };
  const attributes = { password, ...(current !== undefined && { current_password: current }) };
  const { problem } = await attempt((auth) => auth.updateUser(attributes));
  switch (problem?.code) {
    case undefined:
      return undefined;
    case "insufficient_aal":
      return { kind: "second-step" };
    case "weak_password":
    case "same_password":
    case "validation_failed":
      return { kind: "password", message: problem?.message ?? "" };
    case "current_password_required":
      return { kind: "current", message: "Enter your current password too." };
    case "current_password_invalid":
      return { kind: "current", message: "This is not your current password." };
    case "reauthentication_needed":
      return {
        kind: "other",
        message: "You signed in more than a day ago. Sign out and in again, then choose your password.",
      };
    case "session_not_found":
    case "bad_jwt": {
      const { auth } = await authClient();
      // The page then shows how to get another session.
      if (sessionState().user) await auth.signOut({ scope: "local" });
      return { kind: "other", message: "Your session has ended." };
    }
    default:
      return { kind: "other", message: problem ? wordsOf(problem) : "" };
  }
}
