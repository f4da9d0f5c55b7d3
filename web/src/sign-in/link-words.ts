import type { LinkAnswer } from "../api/link-answer.ts";
import { providerTitle } from "./providers.ts";

type Failed = LinkAnswer & { kind: "failed" };

/** The words for a link, or a provider, with which signing in failed. */
export function failedLinkWords({ code, message, provider }: Failed): string {
  if (provider !== undefined && code !== "user_banned") {
    const failed = `Signing in with ${providerTitle(provider)} did not work`;
    if (code === "unreachable") return `${failed}: the server can't be reached. Please try again.`;
    return message === "" ? `${failed}.` : `${failed}: ${message.replace(/\.$/, "")}.`;
  }
  switch (code) {
    case "otp_expired":
      return "This link is no longer valid. A link works once, within 24 hours, and only in the newest mail.";
    case "user_banned":
      return "This account is disabled. Please ask your administrator.";
    case "unreachable":
      return "The server can't be reached, so the link could not be opened. Please check your connection and try again.";
    default:
      return message === "" ? "This link could not be opened." : `This link could not be opened: ${message}.`;
  }
}

/** What else to say about a link that signed the person in; nothing if the screen says it. */
export function openedLinkWords(type: string, email: string): string | undefined {
  switch (type) {
    case "signup":
      return "Your email address is confirmed.";
    case "email_change":
      return `Your email address is now ${email}.`;
    default:
      return undefined;
  }
}
