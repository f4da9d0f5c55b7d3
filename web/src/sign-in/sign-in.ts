import { unreachableError } from "../api/api-error.ts";
import { attempt, type Problem, wordsOf } from "../api/session/attempt.ts";
import { signUpOptions } from "./mail-calls.ts";

export type Mode = "sign-in" | "sign-up";

/** The message if a call throws instead of answering. */
const unexpected = "An unexpected error occurred";
/** The auth service's messages for incomplete credentials. */
const missingCredentials = "You must provide either an email or phone number and a password";

/**
 * The result of signing in or up: the person is signed in; the address must be confirmed first (`mailed` if a mail for
 * that was just sent); or an error, in the words to show.
 */
type Submitted =
  | { result: "signed-in" }
  | { result: "confirm"; mailed: boolean }
  | { result: "refused"; message: string; wait: number };

/** Signs in or up. */
export async function submitCredentials(
  mode: Mode,
  typedEmail: string,
  password: string,
  redirect?: string,
): Promise<Submitted> {
  const email = typedEmail.trim();
  if (email === "" || password === "") return { result: "refused", message: missingCredentials, wait: 0 };
  const { data, problem } = await attempt(
    async (auth): Promise<Awaited<ReturnType<typeof auth.signUp>>> =>
      mode === "sign-in"
        ? await auth.signInWithPassword({ email, password })
        : await auth.signUp({ email, password, options: signUpOptions(redirect) }),
  );
  if (data) return data.session ? { result: "signed-in" } : { result: "confirm", mailed: true };
  if (problem.code === "email_not_confirmed") return { result: "confirm", mailed: false };
  return { result: "refused", message: wordsFor(problem), wait: problem.wait };
}

function wordsFor(problem: Problem): string {
  const { code, message } = problem;
  if (code === "unreachable") return unreachableError().message;
  if (code === "user_banned" || problem.wait > 0) return wordsOf(problem);
  return code === "failed" || message === "" ? unexpected : message;
}
