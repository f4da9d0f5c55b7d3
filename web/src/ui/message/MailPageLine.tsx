import { mail } from "../../api/page-settings.ts";

/** A link to the page that shows mail, on the developer's own machine. */
export function MailPageLine() {
  if (mail !== "page") return null;
  return (
    <p className="text-small text-muted">
      No mail server is set up:{" "}
      <a
        href="/auth/v1/mail"
        target="_blank"
        rel="noreferrer"
        className="font-medium text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
      >
        read the mail here
      </a>
    </p>
  );
}
