import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AuthContext } from "../base/context.ts";
import { AuthError } from "../base/errors.ts";
import { escapeHtml } from "./html.ts";

const most = 50;

/**
 * GET /mail: the newest mails on a page instead of a mail server, for people who try the product on their own machine.
 * They contain codes and links that sign people in, so nobody else may see them: not over the network, not through a
 * proxy, not under a name that somebody points at this machine, and not from a script of another page.
 */
export function registerMailPage(app: FastifyInstance, context: AuthContext): void {
  app.get("/mail", async (request, reply) => {
    if (context.config.mail.by !== "page" || !isFromThisMachine(request)) {
      throw new AuthError(404, "not_found", "There is nothing at this path");
    }
    const mails = await newestMails(context);
    // Pages of other origins may read the paths around this one, but not this one.
    reply.removeHeader("access-control-allow-origin");
    reply.removeHeader("access-control-expose-headers");
    return reply
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
      })
      .send(mailPage(mails, context));
  });
}

/** Host names by which a machine reaches itself; any other name may have been pointed here by an attacker. */
const ownNames = new Set(["localhost", "127.0.0.1", "[::1]"]);
const ownAddress = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i;
/** A proxy on this machine may forward requests of anybody. */
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  // The socket's address, because the request's own may come from a proxy header.
  if (!ownAddress.test(socket.remoteAddress ?? "")) return false;
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  const url = `http://${headers.host ?? ""}`;
  return (
    /^[a-z0-9.[\]:]+$/i.test(headers.host ?? "") && URL.canParse(url) && ownNames.has(new URL(url).hostname)
  );
}

type ShownMail = { subject: string; text: string; recipient: string; created_at: string };

async function newestMails({ db }: AuthContext): Promise<ShownMail[]> {
  return db
    .selectFrom("auth.shown_messages as shown")
    .innerJoin("auth.messages as message", "message.id", "shown.id")
    .select(["shown.subject", "shown.text", "shown.created_at", "message.recipient"])
    .orderBy("shown.created_at", "desc")
    .orderBy("shown.id")
    .limit(most)
    .execute();
}

const style = `
:root { color-scheme: light dark; --canvas: #f6f7f7; --surface: #fff; --line: #e2e6e6; --ink: #16191a; --muted: #566060; --accent: #0b5e58; --sunken: #f0f2f2; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #0f1213; --surface: #16191b; --line: #2a2f31; --ink: #eceff0; --muted: #a0abab; --accent: #6fe0d2; --sunken: #1d2123; }
}
body { margin: 0; padding: 24px 16px 48px; background: var(--canvas); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 640px; margin: 0 auto; }
h1 { margin: 0; font-size: 24px; line-height: 32px; }
.lead { margin: 4px 0 24px; color: var(--muted); }
article { margin: 0 0 16px; padding: 16px 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
h2 { margin: 0; font-size: 17px; line-height: 24px; overflow-wrap: anywhere; }
.about { margin: 2px 0 12px; font-size: 14px; color: var(--muted); overflow-wrap: anywhere; }
.code { margin: 0 0 12px; padding: 8px 12px; border-radius: 8px; background: var(--sunken); font: 24px/32px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: 4px; }
.text { margin: 0; white-space: pre-line; overflow-wrap: anywhere; }
a { color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
const styleHash = createHash("sha256").update(style).digest("base64");

function mailPage(mails: ShownMail[], { config, clock }: AuthContext): string {
  const product = escapeHtml(config.product_name);
  const articles = mails.map((mail) => article(mail, clock())).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail from ${product}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Mail from ${product}</h1>
<p class="lead">No mail server is set, so mail is shown here, on this machine only, newest first. <a href="">Check for new mail</a></p>
${articles || '<p class="text">There is no mail yet.</p>'}
</main>
</body>
</html>
`;
}

function article({ subject, text, recipient, created_at }: ShownMail, now: number): string {
  const code = /^\s*(\d{6})\s*$/m.exec(text)?.[1];
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="about">To ${escapeHtml(recipient)}, <time datetime="${created_at}">${howLongAgo(now - Date.parse(created_at))}</time></p>
${code ? `<p class="code">${code}</p>\n` : ""}<p class="text">${withLinks(text.trim())}</p>
</article>`;
}

/** The escaped text, with its web addresses as links; what ends a sentence behind one is no part of it. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?)])/)
    .map((part, index) => {
      const safe = escapeHtml(part);
      return index % 2 === 1 ? `<a href="${safe}">${safe}</a>` : safe;
    })
    .join("");
}

function howLongAgo(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const units: [number, string][] = [
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
    [1, "second"],
  ];
  const [size, name] = units.find(([unit]) => seconds >= unit) ?? [1, "second"];
  const count = Math.floor(seconds / size);
  return count === 0 ? "just now" : `${count} ${name}${count === 1 ? "" : "s"} ago`;
}
