function setting(name: string, fallback: string): string {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute("content")?.trim();
  return content || fallback;
}

/** The product's name, as the server's settings have it. */
export const productName = setting("product-name", "Rounds");

/** The time zone whose calendar the business keeps. */
export const businessTimeZone = setting("business-time-zone", "Asia/Kolkata");

/** The key that the auth service asks every client for; empty where it asks for none. */
export const apiKey = setting("api-key", "");

const waysOfMail = ["smtp", "page", "nothing"] as const;

/** How the server's mail leaves: over SMTP; onto a page, on a machine of one's own; or not at all. */
export const mail = waysOfMail.find((way) => way === setting("mail", "")) ?? "smtp";

const waysToSignUp = ["open", "closed", "domain"] as const;

/** Who may sign up: everybody, nobody, or addresses of one domain. */
export const signUp = waysToSignUp.find((way) => way === setting("sign-up", "")) ?? "open";

/** Whether a new address must be confirmed by mail before its account can be used. */
export const confirmsEmail = setting("confirm-email", "off") === "on";

/** Names of the providers outside whose accounts sign people in, as the auth service calls them. */
export const providers = setting("providers", "").split(" ").filter(Boolean);
