import { useEffect } from "react";
import { ApiError } from "../api/api-error.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { authClient } from "../api/session/session.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { useDocumentTitle } from "../ui/navigation/useDocumentTitle.ts";

/** Whether the server refused a request because the reader is not an administrator. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.code === "forbidden";
}

/** Shown in place of a screen to people who are no administrators; `what` is that only they do: "manage the team". */
export function NotAllowed({ what = "manage the team" }: { what?: string }) {
  useDocumentTitle("You may not do this");
  const { user } = useAuth();
  const stale = user?.app_metadata?.role === "admin";
  useEffect(() => {
    // The rights were removed after this session began: the session is refreshed, and with it the navigation.
    if (stale) void renewSession();
  }, [stale]);
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-20 text-center">
      <h1 className="text-xl font-semibold">You may not do this</h1>
      <p className="text-muted">
        Only administrators {what}. If you should be one, ask an administrator to make you one.
      </p>
      <ButtonLink target={paths.dashboard()} variant="primary">
        Go to the dashboard
      </ButtonLink>
    </div>
  );
}

/** Fetches a new token, which contains the person's current rights. */
export async function renewSession(): Promise<void> {
  try {
    await (await authClient()).auth.refreshSession();
  } catch {
    // There is no connection: the session is refreshed within the hour anyway.
  }
}
