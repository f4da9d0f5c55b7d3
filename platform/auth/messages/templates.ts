import type { Composed, Template } from "./composed.ts";
import { oneLine } from "./html.ts";
import { codeLead, mailHtml, type Wording } from "./mail-html.ts";

/** A mail ready to be sent: a subject of one line, the plain text and the HTML version. */
export type Mail = { subject: string; text: string; html: string };

const notAsked = "If you did not ask for this, ignore this mail.";
const linkLife = "The link and the code work once, within 24 hours.";
const codeLife = "The code works once, within 24 hours.";

/** The mail of a composed message, in the name of the product. */
export function renderMail(composed: Composed, productName: string): Mail {
  const product = oneLine(productName);
  const wording = wordings[composed.template](product, composed);
  return {
    subject: oneLine(wording.subject),
    text: mailText(wording, composed, product),
    html: mailHtml(wording, composed, product),
  };
}

/** How long texted codes are valid, by purpose; one minute by default. */
const textLives: Record<string, string> = { mfa_code: "5 minutes", reauthentication: "24 hours" };

/** The text message with a code; `kind` is the queue's. */
export function renderText(code: string, kind: string, productName: string): string {
  return `${code} is your ${oneLine(productName)} code. It is good for ${textLives[kind] ?? "60 seconds"}.`;
}

const wordings: Record<Template, (product: string, composed: Composed) => Wording> = {
  confirmation: (product) => ({
    subject: `Confirm your address for ${product}`,
    heading: "Confirm your address",
    paragraphs: [`Welcome to ${product}. Confirm that this address is yours, and your account is ready.`],
    action: "Confirm address",
    life: linkLife,
    otherwise: notAsked,
  }),
  recovery: (product) => ({
    subject: `Set a new password for ${product}`,
    heading: "Set a new password",
    paragraphs: [`Somebody, probably you, asked for a new password for your ${product} account.`],
    action: "Set a new password",
    life: linkLife,
    otherwise: `${notAsked} Your password stays as it is.`,
  }),
  magiclink: (product) => ({
    subject: `Sign in to ${product}`,
    heading: `Sign in to ${product}`,
    paragraphs: ["Here is the way in, without a password."],
    action: "Sign in",
    life: linkLife,
    otherwise: notAsked,
  }),
  invite: (product, { invited_by }) => ({
    subject: `You are invited to ${product}`,
    heading: `You are invited to ${product}`,
    paragraphs: [
      invited_by ? `${invited_by} invites you to ${product}.` : `You are invited to ${product}.`,
      "An account is waiting for you. Accept the invitation, and choose a password.",
    ],
    action: "Accept the invitation",
    life: linkLife,
    otherwise: "If you did not expect this, ignore this mail.",
  }),
  email_change_current: (product, composed) => ({
    subject: `Confirm the change of your ${product} address`,
    heading: "Confirm the change of your address",
    paragraphs: [`${changeOf(composed, product, "is to change")} Confirm here that you want this.`],
    action: "Confirm the change",
    life: linkLife,
    otherwise: `${notAsked} Your address stays as it is, but choose a new password: somebody may know yours.`,
  }),
  email_change_new: (product, composed) => ({
    subject: `Confirm your new address for ${product}`,
    heading: "Confirm your new address",
    paragraphs: [`${changeOf(composed, product, "is to change")} Confirm that the new address is yours.`],
    action: "Confirm address",
    life: linkLife,
    otherwise: notAsked,
  }),
  reauthentication: (product) => ({
    subject: `Your ${product} code`,
    heading: "Confirm that it is you",
    paragraphs: [`Enter this code in ${product} to go on with what you are changing.`],
    life: codeLife,
    otherwise: `${notAsked} Tell nobody the code.`,
  }),
  phone_code: (product) => ({
    subject: `Your ${product} code`,
    heading: `Your ${product} code`,
    paragraphs: [`Enter this code in ${product}.`],
    otherwise: `${notAsked} Tell nobody the code.`,
  }),
  password_changed: (product) => ({
    subject: `Your ${product} password was changed`,
    heading: "Your password was changed",
    paragraphs: [`The password of your ${product} account was changed. Other devices were signed out.`],
    otherwise: "If this was not you, set a new password at once and tell your administrator.",
  }),
  email_changed: (product, composed) => ({
    subject: `The address of your ${product} account was changed`,
    heading: "Your address was changed",
    paragraphs: [changeOf(composed, product, "was changed")],
    otherwise: "If this was not you, tell your administrator at once.",
  }),
  factor_added: (product) => ({
    subject: `A second step was added to your ${product} account`,
    heading: "A second step was added",
    paragraphs: [`From now on, signing in to ${product} asks for a code beside the password.`],
    otherwise: "If this was not you, set a new password at once and tell your administrator.",
  }),
  factor_removed: (product) => ({
    subject: `A second step was removed from your ${product} account`,
    heading: "A second step was removed",
    paragraphs: [`A way to get the codes for signing in to ${product} was removed from your account.`],
    otherwise: "If this was not you, set a new password at once and tell your administrator.",
  }),
  recovery_code_used: (product) => ({
    subject: `A recovery code of your ${product} account was used`,
    heading: "A recovery code was used",
    paragraphs: [
      `Somebody, probably you, signed in to ${product} with one of your recovery codes in place of the second step.`,
      "The code works only once. Your account page tells how many are left, and makes new ones.",
    ],
    otherwise: "If this was not you, set a new password at once and tell your administrator.",
  }),
};

function changeOf({ old_email, new_email }: Composed, product: string, verb: string): string {
  const from = old_email ? ` from ${old_email}` : "";
  const to = new_email ? ` to ${new_email}` : "";
  return `The address of your ${product} account ${verb}${from}${to}.`;
}

function mailText(wording: Wording, { code, link, code_page }: Composed, product: string): string {
  const blocks = [wording.heading, ...wording.paragraphs];
  if (link && wording.action) blocks.push(`${wording.action}:\n${link}`);
  if (code) blocks.push(`${codeLead(link, code_page)}:\n${code}`);
  if (wording.life) blocks.push(wording.life);
  return `${[...blocks, wording.otherwise, product].join("\n\n")}\n`;
}
