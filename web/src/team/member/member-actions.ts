import { nameOf } from "@rounds/domain/team/member-name.ts";
import type { AccountRemains, TeamMember, TeamMemberDetail, TeamRole } from "@rounds/domain/team/team.ts";
import { counted } from "../../ui/figure/counted.ts";
import type { MemberChange } from "../queries.ts";

/** How one change of an account is offered and confirmed. */
type MemberAction = {
  /** On its button, and above the question. */
  label: string;
  /** Beside its button: its purpose. */
  purpose: string;
  /** What will happen, before confirming. */
  question: string;
  confirm: string;
  busy: string;
  /** The toast afterwards. */
  done: string;
  danger: boolean;
};

/** What a change means for somebody; `own` if it is the reader's own account. */
export function wordsOfChange(change: MemberChange, member: TeamMember, own: boolean): MemberAction {
  const who = nameOf(member);
  switch (change) {
    case "disable":
      return {
        label: "Disable",
        purpose: "Nobody can sign in with this account until it is enabled again.",
        question: `${who} can no longer sign in, and is signed out everywhere at once. Doctors, visits and products that ${who} entered stay.`,
        confirm: "Disable",
        busy: "Disabling...",
        done: `${who} is disabled and signed out.`,
        danger: true,
      };
    case "enable":
      return {
        label: "Enable",
        purpose: "The account can be used again, as before.",
        question: `${who} can sign in again, with the same password and second step as before.`,
        confirm: "Enable",
        busy: "Enabling...",
        done: `${who} can sign in again.`,
        danger: false,
      };
    case "endSessions":
      return own
        ? {
            label: "Sign out everywhere",
            purpose: "",
            question: "You are signed out on every device at once, on this one too. Then sign in again.",
            confirm: "Sign out everywhere",
            busy: "Signing out...",
            done: "You are signed out everywhere.",
            danger: true,
          }
        : {
            label: "End all sessions",
            purpose: "",
            question: `${who} is signed out on ${counted(member.sessions, "device")} at once, and can sign in again.`,
            confirm: "End all sessions",
            busy: "Ending...",
            done: `${who} is signed out everywhere.`,
            danger: true,
          };
    case "makeAdmin":
      return {
        label: "Make administrator",
        purpose: "Administrators see this page: they invite, disable and delete people.",
        question: `${who} will see this page and can do all that you can do here: invite, disable and delete people, and make or remove administrators.`,
        confirm: "Make administrator",
        busy: "Saving...",
        done: `${who} is an administrator now.`,
        danger: false,
      };
    case "makeManager":
      return {
        label: "Make manager",
        purpose: "Managers may do what Team settings allow them.",
        question: `${who} may do what Team settings allow managers, from now on.`,
        confirm: "Make manager",
        busy: "Saving...",
        done: `${who} is a manager now.`,
        danger: false,
      };
    case "makeRepresentative":
      if (member.role === "manager")
        return {
          label: "Make representative",
          purpose: "Representatives may do what Team settings allow them.",
          question: `${who} may do what Team settings allow representatives, from now on.`,
          confirm: "Make representative",
          busy: "Saving...",
          done: `${who} is a representative now.`,
          danger: false,
        };
      return {
        label: "Remove administrator rights",
        purpose: own
          ? "You would no longer see this page. Your work stays as it is."
          : "This page is then closed to this account. Everything else stays as it is.",
        question: own
          ? "You will no longer see the Team page, and can't undo this yourself: another administrator would have to. Everything else stays as it is."
          : `${who} will no longer see the Team page. Everything else stays as it is.`,
        confirm: "Remove rights",
        busy: "Removing...",
        done: own ? "You are no longer an administrator." : `${who} is no longer an administrator.`,
        danger: true,
      };
    case "removeFactors":
      return {
        label: "Remove second step",
        purpose:
          "For a phone that is lost: the password alone is enough to sign in, until a new one is set up.",
        question: `${who} can then sign in with the password alone. Make sure that it is really ${who} who asks for this, for example by phone.`,
        confirm: "Remove second step",
        busy: "Removing...",
        done: `The second step of ${who} is removed.`,
        danger: true,
      };
  }
}

/** How an account gets another role. */
const otherRoles: Record<TeamRole, MemberChange[]> = {
  representative: ["makeManager", "makeAdmin"],
  manager: ["makeRepresentative", "makeAdmin"],
  admin: ["makeRepresentative"],
};

/** The possible changes of an account in its current state, in display order. */
export function changesOf(member: TeamMember, own: boolean): MemberChange[] {
  const changes: MemberChange[] = [];
  // Your own second step is managed on your Account page, which asks for the code.
  if (member.has_second_factor && !own) changes.push("removeFactors");
  changes.push(...otherRoles[member.role]);
  if (member.status === "disabled") changes.push("enable");
  else if (!own) changes.push("disable");
  return changes;
}

const toRole = { representative: "makeRepresentative", manager: "makeManager", admin: "makeAdmin" } as const;

/** What takes a change of an account back; undefined for what ends sessions only, or ends one's own rights. */
export function wayBack(change: MemberChange, { role }: TeamMember, own: boolean): MemberChange | undefined {
  switch (change) {
    case "disable":
      return "enable";
    case "enable":
      return "disable";
    case "makeAdmin":
    case "makeManager":
    case "makeRepresentative":
      return own ? undefined : toRole[role];
    case "endSessions":
    case "removeFactors":
      return undefined;
  }
}

/** Whether an invitation may be sent (again): the account's address is not confirmed yet. */
export function canBeInvited({ status, email, confirmed_at }: TeamMemberDetail): boolean {
  return email !== null && confirmed_at === null && status !== "disabled";
}

/** Whose doctors become after their representative's account is deleted; "" if there are none. */
export function ownDoctorsWords({ own_doctors }: AccountRemains, who: string): string {
  if (own_doctors === 0) return "";
  return `${counted(own_doctors, "doctor")} ${own_doctors === 1 ? "belongs" : "belong"} to ${who}, and will be everybody's.`;
}

/** Which records stay after somebody's account is deleted: "3 doctors and 12 visits that Asha entered stay." */
export function remainsWords(
  { doctors, products, visits }: Omit<AccountRemains, "own_doctors">,
  who: string,
): string {
  const parts = (
    [
      [doctors, "doctor"],
      [products, "product"],
      [visits, "visit"],
    ] as const
  ).flatMap(([number, noun]) => (number === 0 ? [] : [counted(number, noun)]));
  if (parts.length === 0) return `${who} entered no doctors, products or visits.`;
  const last = parts.pop();
  const list = parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
  return `${list} that ${who} entered ${doctors + products + visits === 1 ? "stays" : "stay"}.`;
}
