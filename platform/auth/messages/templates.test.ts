import { describe, expect, test } from "vitest";
import type { Composed, Template } from "./composed.ts";
import { renderMail, renderText } from "./templates.ts";

const link = "https://rounds.test/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Frounds.test";
const both = { code: "048213", link };
const changed = { old_email: "old@example.com", new_email: "new@example.com" };

/** The input of each template, and whether it has a code, a link, and how long they are valid. */
const cases: Record<Template, { given: Partial<Composed>; life?: string }> = {
  confirmation: { given: both, life: "within 24 hours" },
  recovery: { given: both, life: "within 24 hours" },
  magiclink: { given: both, life: "within 24 hours" },
  invite: {
    given: {
      ...both,
      code_page: "https://rounds.test/login/invitation",
      invited_by: "Meera (m@example.com)",
    },
    life: "within 24 hours",
  },
  email_change_current: { given: { ...both, ...changed }, life: "within 24 hours" },
  email_change_new: { given: { ...both, ...changed }, life: "within 24 hours" },
  reauthentication: { given: { code: "048213" }, life: "within 24 hours" },
  phone_code: { given: { code: "048213" } },
  password_changed: { given: {} },
  email_changed: { given: changed },
  factor_added: { given: {} },
  factor_removed: { given: {} },
  recovery_code_used: { given: {} },
};
const templates = Object.entries(cases) as [Template, (typeof cases)[Template]][];

/** The visible text of a page, with entities unchanged. */
function readText(html: string): string {
  return html
    .slice(html.indexOf("<main"))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

describe.each(templates)("the mail %s", (template, { given, life }) => {
  const mail = renderMail({ template, recipient: "asha@example.com", ...given }, "Rounds");

  test("says the same in plain text and in HTML", () => {
    const html = readText(mail.html);
    expect(mail.subject).toContain("Rounds");
    expect(mail.subject).not.toMatch(/[\r\n]/);
    for (const part of [
      life,
      given.code,
      given.code_page,
      given.invited_by,
      given.old_email,
      given.new_email,
    ]) {
      if (part === undefined) continue;
      expect(mail.text).toContain(part);
      expect(html).toContain(part);
    }
    const [lead = ""] = mail.text.split("\n");
    expect(html).toContain(lead);
    expect(mail.text).toMatch(/If (you did not|this was not you)/);
    expect(html).toMatch(/If (you did not|this was not you)/);
    expect(mail.text).not.toContain("undefined");
    expect(mail.html).not.toContain("undefined");
  });

  test("has its code on a separate line and its link in one piece", () => {
    expect(/^\d{6}$/m.exec(mail.text)?.[0]).toBe(given.code);
    const shown = mail.text.split("\n").filter((line) => line.startsWith("http"));
    expect(shown).toEqual(given.link ? [given.link] : []);
    const targets = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
    expect(new Set(targets)).toEqual(new Set(given.link ? [link.replaceAll("&", "&amp;")] : []));
  });

  test("fetches nothing and needs no tables", () => {
    expect(mail.html).not.toMatch(/<(table|img|script|link|iframe)\b|url\(|@import/i);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain('<html lang="en">');
  });

  test("keeps a hostile product name and hostile addresses as text, on one line", () => {
    const hostile = `<script>x</script>"'&\r\nBcc: evil@example.com`;
    const evil = renderMail(
      { template, recipient: "asha@example.com", ...given, old_email: hostile, new_email: hostile },
      hostile,
    );
    expect(evil.subject).not.toMatch(/[\r\n]/);
    expect(evil.html).not.toContain("<script>");
    expect(evil.html).not.toContain(`"'&`);
    expect(evil.html).toContain("&lt;script&gt;x&lt;/script&gt;&quot;&#39;&amp;");
  });
});

describe("the text message", () => {
  test.each([
    ["otp", "048213 is your Rounds code. It is good for 60 seconds."],
    ["phone_change", "048213 is your Rounds code. It is good for 60 seconds."],
    ["mfa_code", "048213 is your Rounds code. It is good for 5 minutes."],
    ["reauthentication", "048213 is your Rounds code. It is good for 24 hours."],
  ])("of %s", (kind, expected) => {
    expect(renderText("048213", kind, "Rounds")).toBe(expected);
  });
});
