import type { Session } from "@supabase/auth-js";
import { jsonFields } from "../json.ts";
import { apiKey } from "../page-settings.ts";
import { sessionKey } from "./stored-session.ts";

/** A request that takes longer counts as not answered, in milliseconds. */
const maxWait = 10_000;

/** Where sessions are kept that were left without a connection. */
const leftKey = `${sessionKey}-left`;
/** Of more, the oldest run out by themselves. */
const maxLeft = 5;

type Left = Pick<Session, "access_token" | "refresh_token">;

/** Ends a session that was left without a connection, on the server, at the next contact. */
export function endLater({ access_token, refresh_token }: Left): Promise<void> {
  write([...read(), { access_token, refresh_token }].slice(-maxLeft));
  return endLeftSessions();
}

/** Ends what was left, now or once there is a connection. */
export async function endLeftSessions(): Promise<void> {
  for (const left of read()) {
    if (await end(left)) write(read().filter(({ refresh_token }) => refresh_token !== left.refresh_token));
    // The same listener once more is none: a connection that comes back tries each session once.
    else addEventListener("online", endAgain, { once: true });
  }
}

function endAgain() {
  void endLeftSessions();
}

/** Whether an answer says what became of a request, and not that it should be sent again. */
function isFinal({ status }: Response): boolean {
  return status < 500 && ![408, 425, 429].includes(status);
}

/** Whether the server has ended the session, or does not know it any more. */
async function end({ access_token, refresh_token }: Left): Promise<boolean> {
  try {
    const answer = await post("logout?scope=local", access_token, {});
    if (answer.status !== 401 && answer.status !== 403) return isFinal(answer);
    // The token has expired: a new one ends the session.
    const fresh = await post("token?grant_type=refresh_token", "", { refresh_token });
    if (!fresh.ok) return isFinal(fresh);
    const { access_token: token } = jsonFields(await fresh.json());
    return typeof token === "string" && isFinal(await post("logout?scope=local", token, {}));
  } catch {
    return false;
  }
}

function post(path: string, token: string, body: object): Promise<Response> {
  const headers = new Headers({ "content-type": "application/json" });
  if (token !== "") headers.set("authorization", `Bearer ${token}`);
  if (apiKey !== "") headers.set("apikey", apiKey);
  const signal = AbortSignal.timeout(maxWait);
  return fetch(`/auth/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body), signal });
}

function read(): Left[] {
  try {
    const left: unknown = JSON.parse(localStorage.getItem(leftKey) ?? "[]");
    return Array.isArray(left) ? left.filter(isLeft) : [];
  } catch {
    return [];
  }
}

function isLeft(value: unknown): value is Left {
  const { access_token, refresh_token } = jsonFields(value);
  return typeof access_token === "string" && typeof refresh_token === "string";
}

function write(left: readonly Left[]): void {
  try {
    if (left.length === 0) localStorage.removeItem(leftKey);
    else localStorage.setItem(leftKey, JSON.stringify(left));
  } catch {
    // Without storage there was no session to leave.
  }
}
