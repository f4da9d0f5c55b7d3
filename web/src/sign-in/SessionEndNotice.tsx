import { type SessionEnd, sessionEnd } from "../api/session-end.ts";
import { NoticeBanner } from "../ui/NoticeBanner.tsx";

const words: Record<SessionEnd, string> = {
  disabled: "Your account was disabled, so you were signed out. Please ask your administrator.",
  expired: "Your session has expired. Please sign in again.",
  reused:
    "You were signed out because your session was used in two places. Sign in again, and change your password if that was not you.",
  ended:
    "You were signed out on another device or by an administrator, or your password was changed. Please sign in again.",
};

/** Explains why the session has ended; nothing if the person chose to sign out. */
export function SessionEndNotice() {
  const reason = sessionEnd();
  return (
    reason && <NoticeBanner kind={reason === "expired" ? "info" : "warning"}>{words[reason]}</NoticeBanner>
  );
}
