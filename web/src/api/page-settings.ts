function setting(name: string, fallback: string): string {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute("content")?.trim();
  return content || fallback;
}

/** The product's name in the server's settings. */
export const productName = setting("product-name", "Rounds");

/** The business's time zone. */
export const businessTimeZone = setting("business-time-zone", "Asia/Kolkata");

/** The key that the auth service requires of every client; empty if it requires none. */
export const apiKey = setting("api-key", "");

const waysOfMail = ["smtp", "page", "nothing"] as const;

/** How the server sends mail: over SMTP, onto a page on the developer's own machine, or not at all. */
export const mail = waysOfMail.find((way) => way === setting("mail", "")) ?? "smtp";

/** The names of the configured sign-in providers, as the auth service calls them. */
export const providers = setting("providers", "").split(" ").filter(Boolean);
