import type { AuthContext } from "../base/context.ts";
import type { AuthError } from "../base/errors.ts";
import { type OpenSession, viewSession } from "../sessions/sessions.ts";
import { withFragment, withQuery } from "./redirects.ts";

/** The URL fragment in which the implicit flow passes a session to a page (docs/auth.md#codes-links-and-redirects). */
export async function sessionFragment(
  context: AuthContext,
  open: OpenSession,
  type: string,
): Promise<Record<string, string>> {
  const session = await viewSession(context, open);
  return {
    access_token: String(session.access_token),
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: String(session.refresh_token),
    sb: "",
    token_type: "bearer",
    type,
  };
}

/** Where a failed link leads; clients that want a code read the query. */
export function failedRedirect(redirectTo: string, error: AuthError, wantsCode: boolean): string {
  const values = {
    error: error.status >= 500 ? "server_error" : "access_denied",
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(wantsCode ? withQuery(redirectTo, values) : redirectTo, { ...values, sb: "" });
}
