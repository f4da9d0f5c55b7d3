import { setTimeout as wait } from "node:timers/promises";
import type { Route, RouteShape } from "@rounds/domain/contract/route.ts";
import { type Given, requestOf } from "@rounds/testkit/caller.ts";
import { send } from "@rounds/testkit/send.ts";
import { AuthClient, isAuthRetryableFetchError } from "@supabase/auth-js";
import type { Journal } from "./journal.ts";

/** A request's final answer; `repeated` if an earlier attempt may have been carried out. */
export type Outcome = { ok: boolean; status: number; body: unknown; repeated: boolean };

/** Somebody signed in with the unmodified client of the auth service. */
export type Caller = {
  auth: InstanceType<typeof AuthClient>;
  /** Sends a request of the API, again and again with the same content, until an answer is final. */
  insist<Shape extends RouteShape>(route: Route<Shape>, given: Given<Shape>): Promise<Outcome>;
  /** Exchanges the refresh token for a new session, again and again until an answer is final. */
  refresh(): Promise<void>;
};

const longestWait = 10_000;
const pause = 300;
/** Answers that do not say whether the request was carried out, or that it may be tried again. */
const temporary = new Set([429, 502, 503, 504]);

/** Signs a new person up at the servers, with a separate client address. */
export async function signUp(url: string, number: number, journal: Journal): Promise<Caller> {
  const from = { "x-forwarded-for": `198.51.100.${number + 1}` };
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    headers: from,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(longestWait) }),
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });

  async function attempt({ path, ...request }: ReturnType<typeof requestOf>) {
    const { data } = await auth.getSession();
    const { status, text } = await send(url, path, {
      ...request,
      headers: { ...request.headers, ...from, authorization: `Bearer ${data.session?.access_token}` },
      signal: AbortSignal.timeout(longestWait),
    });
    return { ok: status < 300, status, body: JSON.parse(text) as unknown };
  }

  async function insist<Shape extends RouteShape>(
    route: Route<Shape>,
    given: Given<Shape>,
  ): Promise<Outcome> {
    const request = requestOf(route, given);
    for (let repeated = false; ; repeated = true) {
      // Without an answer: refused, cut off, or too late.
      const answer = await attempt(request).catch(() => undefined);
      if (answer && !temporary.has(answer.status)) {
        if (answer.status < 500) return { ...answer, repeated };
        journal.problem(
          `${route.method} ${route.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
        );
      }
      journal.counts.repeated++;
      await wait(pause);
    }
  }

  async function refresh(): Promise<void> {
    for (;;) {
      const { error } = await auth.refreshSession();
      if (!error) {
        journal.counts.refreshes++;
        return;
      }
      if (!isAuthRetryableFetchError(error) && error.status !== 429) {
        journal.problem(
          `representative ${number} lost the session: ${error.code ?? error.name} ${error.message}`,
        );
        return;
      }
      await wait(pause);
    }
  }

  const { error } = await auth.signUp({
    email: `representative-${number}@rounds.example`,
    password: "correct horse battery",
  });
  if (error) throw new Error(`Sign-up was refused: ${error.message}`);
  return { auth, insist, refresh };
}
