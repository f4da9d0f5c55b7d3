import type { Composed } from "./composed.ts";
import { escapeHtml } from "./html.ts";

/** The content of a mail as plain text; both versions are made from it. */
export type Wording = {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** What the link does; for mails with one. */
  action?: string;
  /** How long code and link are valid; for mails with one. */
  life?: string;
  /** For people who did not ask for it. */
  otherwise: string;
};

/** Inline, because many mail programs remove style sheets; those that support dark mode keep this one. */
const darkMode = `
@media (prefers-color-scheme: dark) {
  .canvas { background: #0f1213 !important; }
  .card { background: #16191b !important; border-color: #2a2f31 !important; }
  .ink { color: #eceff0 !important; }
  .muted { color: #a0abab !important; }
  .button { background: #3fcfbe !important; color: #04211f !important; }
  .link { color: #6fe0d2 !important; }
  .code { background: #1d2123 !important; color: #eceff0 !important; }
}`;

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const styles = {
  canvas: `margin:0;padding:24px 12px;background:#f6f7f7;${font}`,
  /** Shown next to the subject in lists of mail, not in the mail itself. */
  preheader: "display:none;max-height:0;overflow:hidden;opacity:0;mso-hide:all",
  column: "max-width:480px;margin:0 auto",
  product: "margin:0 0 12px;padding:0 4px;font-size:15px;line-height:20px;font-weight:600;color:#16191a",
  card: "padding:28px 24px;background:#ffffff;border:1px solid #e2e6e6;border-radius:12px",
  heading: "margin:0 0 12px;font-size:22px;line-height:28px;font-weight:650;color:#16191a",
  paragraph: "margin:0 0 16px;font-size:16px;line-height:24px;color:#16191a;overflow-wrap:anywhere",
  button:
    "display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;font-size:16px;line-height:24px;font-weight:600;text-decoration:none",
  code: "margin:0 0 16px;padding:12px;border-radius:8px;background:#f0f2f2;color:#16191a;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:28px;line-height:36px;letter-spacing:6px;text-indent:6px;text-align:center",
  small: "margin:0 0 12px;font-size:14px;line-height:20px;color:#566060;overflow-wrap:anywhere",
  last: "margin:0;font-size:14px;line-height:20px;color:#566060;overflow-wrap:anywhere",
  link: "color:#0b5e58",
};

/** The line before a code. */
export function codeLead(link: string | undefined, page: string | undefined): string {
  if (page) return `Or enter this code on ${page}`;
  return link ? "Or enter this code" : "Your code";
}

/** The HTML of a mail: one column, no tables, no images, nothing fetched from anywhere. */
export function mailHtml(wording: Wording, { code, link, code_page }: Composed, product: string): string {
  const { subject, heading, paragraphs, action, life, otherwise } = wording;
  const parts = [
    `<h1 class="ink" style="${styles.heading}">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => `<p class="ink" style="${styles.paragraph}">${escapeHtml(text)}</p>`),
  ];
  if (link && action) {
    parts.push(
      `<p style="${styles.paragraph}"><a class="button" href="${escapeHtml(link)}" style="${styles.button}">${escapeHtml(action)}</a></p>`,
    );
  }
  if (code) {
    parts.push(
      `<p class="muted" style="${styles.small}">${escapeHtml(codeLead(link, code_page))}:</p>`,
      `<p class="code" style="${styles.code}">${escapeHtml(code)}</p>`,
    );
  }
  if (life) parts.push(`<p class="muted" style="${styles.small}">${escapeHtml(life)}</p>`);
  if (link) {
    const shown = `<a class="link" href="${escapeHtml(link)}" style="${styles.link}">${escapeHtml(link)}</a>`;
    parts.push(
      `<p class="muted" style="${styles.small}">If the button does not work, open this address: ${shown}</p>`,
    );
  }
  parts.push(`<p class="muted" style="${styles.last}">${escapeHtml(otherwise)}</p>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkMode}
</style>
</head>
<body class="canvas" style="${styles.canvas}">
<div style="${styles.preheader}">${escapeHtml([...paragraphs, life ?? ""].join(" ").trim())}</div>
<div style="${styles.column}">
<p class="ink" style="${styles.product}">${escapeHtml(product)}</p>
<main class="card" style="${styles.card}">
${parts.join("\n")}
</main>
</div>
</body>
</html>
`;
}
