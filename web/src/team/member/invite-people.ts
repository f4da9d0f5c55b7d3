import type { TeamRole } from "@rounds/domain/team/team.ts";
import { type ApiError, asApiError } from "../../api/api-error.ts";
import { mail } from "../../api/page-settings.ts";
import { invite } from "../queries.ts";

/** The result of one invitation: sent by mail (`link` is null), a link to pass on, or an error in words. */
export type Outcome =
  | { email: string; invited: true; link: string | null }
  | { email: string; invited: false; problem: string };

/** After these errors, the next address would fail too. */
const hopeless = new Set(["unreachable", "session_ended", "not_signed_in", "forbidden"]);

/** Invites people one after another; an error for one does not stop the others. */
export async function invitePeople(
  addresses: readonly string[],
  role: TeamRole,
  onProgress: (done: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let given: string | undefined;
  for (const email of addresses) {
    onProgress(outcomes.length);
    if (given !== undefined) {
      outcomes.push({ email, invited: false, problem: given });
      continue;
    }
    try {
      const { link } = await invite({ email, role });
      outcomes.push({ email, invited: true, link });
    } catch (thrown) {
      const error = asApiError(thrown);
      outcomes.push({ email, invited: false, problem: sendingProblem(error) });
      if (hopeless.has(error.code)) given = "Not tried, because the one before could not be sent.";
    }
  }
  return outcomes;
}

/** Why a mail was not sent, in words. */
export function sendingProblem({ code, fields, message }: ApiError): string {
  if (code === "too_many_requests") return "Too many mails just now. Please try again in a minute.";
  return fields.email ?? message;
}

/** Whether links are passed on by hand: without a mail server, no mail is promised to anybody. */
export const byHand = mail !== "smtp";

/** The message when invitations were sent by mail. */
export function sentWords(outcomes: readonly Outcome[]): string {
  const [first] = outcomes;
  if (outcomes.length === 1 && first) {
    return `Invitation sent to ${first.email}. The link in it is good for 24 hours.`;
  }
  return `${outcomes.length} invitations sent. The links in them are good for 24 hours.`;
}
