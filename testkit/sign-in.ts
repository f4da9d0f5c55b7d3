import { type Member, memberOf } from "./caller.ts";
import { send } from "./send.ts";

/** The password of everybody whom tests sign up. */
export const password = "correct horse battery";

/** A session as the auth service answers it. */
export type Session = { access_token: string; refresh_token: string; user: { id: string; email: string } };

/** What a request to the auth service holds beside its method and path; `bearer` is an access token or a key. */
type AuthRequest = { body?: object; bearer?: string; headers?: Record<string, string> };

/**
 * Asks the auth service of a server; the path lies below `/auth/v1`. Throws for any answer but a success, and gives
 * `{}` for one without a body.
 */
export async function askAuth<Body = Session>(
  url: string,
  method: string,
  path: string,
  { body, bearer, headers }: AuthRequest = {},
): Promise<Body> {
  const { status, text } = await send(url, `/auth/v1${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return JSON.parse(text || "{}");
}

/** Signs a new person up at a server. */
export async function signUp(url: string, email: string, headers?: Record<string, string>): Promise<Session> {
  return await askAuth(url, "POST", "/signup", { body: { email, password }, ...(headers && { headers }) });
}

/** Signs a person in again: a session more. */
export async function signIn(url: string, email: string, headers?: Record<string, string>): Promise<Session> {
  const path = "/token?grant_type=password";
  return await askAuth(url, "POST", path, { body: { email, password }, ...(headers && { headers }) });
}

/** The member that a session makes, at this server or at another one of the same database. */
export function memberAt(url: string, { access_token, user }: Session): Member {
  return memberOf(url, access_token, user);
}

/** Signs a new person up at a server; gives the member. */
export async function newMember(url: string, email: string): Promise<Member> {
  return memberAt(url, await signUp(url, email));
}
