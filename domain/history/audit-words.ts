import { deviceOf } from "../account/device.ts";
import { permissionDeed, permissions } from "../account/permissions.ts";
import { formatDay, isDay } from "../calendar/calendar.ts";
import { formatCount } from "../money/count.ts";
import { nameOf } from "../team/member-name.ts";
import type { AuditEntry } from "../team/team.ts";
import { historyNouns } from "./fields.ts";
import { settingNouns } from "./nouns.ts";

/** Somebody in a sentence; `called` if the sentence has its own word for a deleted account. */
export type Person = AuditEntry["user"] & { called?: string };
/** A sentence in pieces, so that its people can be links. */
type Sentence = readonly (string | Person)[];

type Traits = AuditEntry["traits"];
type Words = string | ((traits: Traits) => string);

/** `{who}` did it, to `{whom}` or to `{account}`, which says "an account" if it was deleted. */
type Wording = {
  /** Its name in the filter. */
  label: string;
  /** If somebody did it to their own account. */
  own: Words;
  /** If somebody else did it; missing for what only the owner can do. */
  other?: Words;
};

/** A number among an entry's traits. */
const count = (trait: unknown) => formatCount(Number(trait));

const ways: Record<string, string> = {
  email: "with the password",
  phone: "with number and password",
  confirmation: "by confirming the address",
  invite: "by accepting the invitation",
  recovery: "with a link to choose a new password",
  magiclink: "with a mailed code or link",
  otp: "with a mailed code or link",
  "email/signup": "by confirming the address",
  email_change: "by confirming another address",
  email_change_new: "by confirming another address",
  email_change_current: "by confirming another address",
  phone_confirmation: "with a code by text message",
  phone_login: "with a code by text message",
  phone_change: "by confirming another number",
  anonymous: "as a guest",
  web3: "with a wallet",
  ethereum: "with an Ethereum wallet",
  solana: "with a Solana wallet",
};

/** How somebody signed in: " with the password"; empty if unknown. */
function way({ provider }: Traits): string {
  if (typeof provider !== "string" || provider === "") return "";
  return ` ${ways[provider] ?? `with ${provider.charAt(0).toUpperCase()}${provider.slice(1)}`}`;
}

/** Signing up names no password: an invitation has none yet. */
function signUpWay({ provider }: Traits): string {
  return provider === "email" || provider === "phone" ? "" : way({ provider });
}

function factor({ factor_type }: Traits): string {
  if (factor_type === "phone") return "text messages as a second step";
  return factor_type === "totp" ? "an authenticator app as a second step" : "a second step";
}

const linkPurposes: Record<string, string> = {
  invite: "a link to accept the invitation",
  recovery: "a link to choose a new password",
  signup: "a link to confirm the address",
  magiclink: "a link to sign in",
  email_change_current: "a link to confirm another address",
  email_change_new: "a link to confirm another address",
};

function link({ type }: Traits): string {
  return linkPurposes[String(type)] ?? "a link to sign in";
}

/** The permissions of a list "export, move_stock" in words. */
function deniedWords(denied: string): string {
  const names = denied.split(", ").map((name) => permissions.find((one) => one === name));
  return names.flatMap((name) => (name ? [permissionDeed(name)] : [])).join("; ");
}

/** A kind of setting, after what was done to it: ": company name"; empty if unknown. */
function settingWords(noun: unknown): string {
  const known = settingNouns.find((one) => one === noun);
  return known ? `: ${historyNouns[known].toLowerCase()}` : "";
}

/** Every kind of entry, in the filter's order. */
const wordings: Record<string, Wording> = {
  login: { label: "Sign-in", own: (traits) => `{who} signed in${way(traits)}` },
  logout: {
    label: "Sign-out",
    own: ({ scope }) =>
      scope === "global"
        ? "{who} signed out everywhere"
        : scope === "others"
          ? "{who} signed out on all other devices"
          : "{who} signed out",
  },
  sessions_ended: {
    label: "Devices signed out",
    own: ({ scope }) =>
      scope === "one" ? "{who} signed another device out" : "{who} signed out on every device",
    other: ({ scope }) =>
      scope === "one" ? "{who} signed a device of {whom} out" : "{who} signed {whom} out on every device",
  },
  token_family_revoked: {
    label: "Suspicious session ended",
    own: "A session of {whom} was ended: its refresh token was used twice, so it may have been stolen",
  },
  user_invited: {
    label: "Invitation",
    own: "{who} was invited",
    other: "{who} invited {whom}",
  },
  user_signedup: { label: "Sign-up", own: (traits) => `{who} signed up${signUpWay(traits)}` },
  user_created: { label: "Account created", own: "{who} was created", other: "{who} created {whom}" },
  user_confirmed: {
    label: "Address confirmed",
    own: "{who} confirmed the address",
    other: "{who} confirmed the address of {whom}",
  },
  user_banned: {
    label: "Disabled",
    own: "{who} disabled their own account",
    other: "{who} disabled {whom}",
  },
  user_unbanned: { label: "Enabled", own: "{who} enabled their own account", other: "{who} enabled {whom}" },
  user_role_changed: {
    label: "Role changed",
    own: ({ role }) =>
      role === "admin"
        ? "{who} became an administrator"
        : `{who} gave up the administrator rights${role === "manager" ? ", and is a manager now" : ""}`,
    other: ({ role, before }) => {
      if (role === "admin") return "{who} made {whom} an administrator";
      // Entries of before there were managers don't say what somebody was.
      const wasAdmin = before === "admin" || (role !== "manager" && before === undefined);
      if (role === "manager")
        return `{who} made {whom} a manager${wasAdmin ? ", without administrator rights" : ""}`;
      return wasAdmin
        ? "{who} removed the administrator rights of {whom}"
        : "{who} made {whom} a representative";
    },
  },
  user_deleted: {
    label: "Deleted",
    own: "{who} deleted their own account",
    other: "{who} deleted {account}",
  },
  user_recovery_requested: {
    label: "Password reset",
    own: "A link to choose a new password went to {whom}",
    other: "{who} sent {whom} a link to choose a new password",
  },
  user_updated_password: {
    label: "Password changed",
    own: "{who} changed the password",
    other: "{who} changed the password of {whom}",
  },
  user_reauthenticate_requested: {
    label: "Code before a new password",
    own: "A code to confirm a new password went to {whom}",
  },
  call_norms_changed: {
    label: "Norms of calls changed",
    own: ({ norms }) => `{who} set the calls a month${norms ? `: ${String(norms)}` : ""}`,
  },
  holidays_changed: {
    label: "Holidays changed",
    own: ({ change, days }) => {
      const listed = String(days).split(", ").filter(isDay).map(formatDay);
      const what = listed.length === 1 ? "a holiday" : "holidays";
      return `{who} ${change === "removed" ? "removed" : "saved"} ${what}${listed.length > 0 ? `: ${listed.join("; ")}` : ""}`;
    },
  },
  company_changed: {
    label: "Company name changed",
    own: ({ name }) =>
      name ? `{who} set the company's name: ${String(name)}` : "{who} removed the company's name",
  },
  permissions_changed: {
    label: "Permissions changed",
    own: ({ manager, representative }) => {
      const of = (people: string, denied: unknown) =>
        `${people} may do ${denied ? `all except: ${deniedWords(String(denied))}` : "everything"}`;
      return `{who} set who may do what: ${of("managers", manager)}; ${of("representatives", representative)}`;
    },
  },
  setting_undone: {
    label: "Setting taken back",
    own: ({ setting }) => `{who} took a change of a setting back${settingWords(setting)}`,
  },
  history_erased: {
    label: "Doctor erased from the history",
    own: ({ doctor }) =>
      `{who} erased what the history tells of a doctor${doctor ? ` (${String(doctor)})` : ""}`,
  },
  archive_brought_in: {
    label: "Archive brought in",
    own: ({ doctors, products, visits }) =>
      `{who} brought in an archive${doctors ? `: ${count(doctors)} doctors, ${count(products)} products, ${count(visits)} visits` : ""}`,
    other: "An archive was brought in by hand, noted at {whom}",
  },
  link_generated: {
    label: "Link made",
    own: (traits) => `{who} made ${link(traits)}`,
    other: (traits) => `{who} made ${link(traits)} for {whom}`,
  },
  factor_added: {
    label: "Second step started",
    own: (traits) => `{who} started to set up ${factor(traits)}`,
  },
  factor_verified: {
    label: "Second step done",
    own: (traits) => `{who} entered a code of ${factor(traits).replace(" as a second step", "")}`,
  },
  factor_removed: {
    label: "Second step removed",
    own: (traits) => `{who} removed ${factor(traits)}`,
    other: (traits) => `{who} removed ${factor(traits)} of {whom}`,
  },
  recovery_codes_made: { label: "Recovery codes created", own: "{who} created new recovery codes" },
  recovery_code_used: {
    label: "Recovery code used",
    own: "{who} used a recovery code in place of the second step",
  },
  challenge_created: {
    label: "Second step requested",
    own: (traits) => `{who} was asked for ${factor(traits)}`,
  },
  verification_attempted: {
    label: "Wrong code",
    own: (traits) =>
      traits.factor_type === "recovery_code"
        ? "{who} entered a wrong recovery code"
        : `{who} entered a wrong code of ${factor(traits).replace(" as a second step", "")}`,
  },
  user_email_change_requested: {
    label: "New address requested",
    own: "{who} asked for another email address",
  },
  user_email_change_cancelled: {
    label: "New address cancelled",
    own: "{who} cancelled the change of the email address",
  },
  user_email_changed: {
    label: "Address changed",
    own: "{who} changed the email address",
    other: "{who} changed the email address of {whom}",
  },
  user_phone_change_requested: { label: "New number requested", own: "{who} asked for another number" },
  user_phone_changed: {
    label: "Number changed",
    own: "{who} changed the number",
    other: "{who} changed the number of {whom}",
  },
  user_modified: {
    label: "Details changed",
    own: "{who} changed their own details",
    other: "{who} changed the details of {whom}",
  },
  identity_linked: {
    label: "Way to sign in added",
    own: (traits) => `{who} can sign in${way(traits)} from then on`,
  },
  user_confirmation_requested: {
    label: "Confirmation sent",
    own: "A link to confirm the address went to {whom}",
    other: "{who} sent {whom} a link to confirm the address",
  },
  user_repeated_signup: {
    label: "Sign-up repeated",
    own: "Somebody tried to sign up again with the address of {whom}",
  },
  token_refreshed: { label: "Session renewed", own: "A device of {whom} stayed signed in" },
};

/** The kinds by which the history can be filtered. */
export const actionChoices: readonly { value: string; label: string }[] = Object.entries(wordings).map(
  ([value, { label }]) => ({ value, label }),
);

/** The filter's name of a kind of entry; nothing for an unknown one. */
export function actionLabel(action: string | undefined): string | undefined {
  return actionChoices.find(({ value }) => value === action)?.label;
}

/** The actor if it was not a signed-in person. */
const system = "The system";

/** An entry of the history in words: "Priya disabled Asha". */
export function sentenceOf(entry: Pick<AuditEntry, "action" | "actor" | "user" | "traits">): Sentence {
  const { action, actor, user, traits } = entry;
  const wording = Object.hasOwn(wordings, action) ? wordings[action] : undefined;
  const self = actor?.id === user.id;
  const words = (self ? wording?.own : (wording?.other ?? wording?.own)) ?? unknownChange(self);
  const text = typeof words === "function" ? words(traits) : words;
  // What only the owner can do was done by the owner, whatever the entry says.
  const who = self || (wording && !wording.other) ? user : (actor ?? system);
  return text
    .split(/(\{who\}|\{whom\}|\{account\})/)
    .map((part) => {
      if (part === "{account}") return { ...user, called: "an account" };
      return part === "{who}" ? who : part === "{whom}" ? user : part;
    })
    .filter((part) => part !== "");
}

/** For a kind of entry that these pages do not know yet. */
function unknownChange(self: boolean): string {
  return self ? "{who} changed something about their own account" : "{who} changed something about {whom}";
}

/** The word for somebody whose account was deleted. */
export const goneName = "a deleted account";

/** A sentence as plain text. */
export function textOf(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === "string" ? part : personName(part))).join("");
}

/** The name of somebody in the history. */
export function personName(person: Person): string {
  return person.is_gone ? (person.called ?? goneName) : nameOf(person);
}

/** The device of an entry, if its browser names it: "Chrome on Android". */
export function deviceWords({ user_agent }: Pick<AuditEntry, "user_agent">): string | undefined {
  const { name, kind } = deviceOf(user_agent);
  return kind === "unknown" ? undefined : name;
}
