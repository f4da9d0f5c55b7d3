import type { By } from "@rounds/auth/admin/account.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { AccountRemains, invitation, LinkSent, passwordReset } from "@rounds/domain/team/team.ts";
import type { z } from "zod";
import type { Context } from "../api/context.ts";
import { readMember, readRemains } from "./queries.ts";

/** Invites somebody; throws `email_taken`. Somebody who was invited but has not accepted yet is invited again. */
export async function invite(
  context: Context,
  { email, role }: z.output<typeof invitation>,
  by: By,
): Promise<LinkSent> {
  const { id, link } = await context.accounts.invite(email, role, by);
  return { member: await readMember(context, id), link };
}

/** Sends a member the link to choose a new password; throws `validation_failed` if there is no address. */
export async function resetPassword(
  context: Context,
  id: string,
  { end_sessions }: z.output<typeof passwordReset>,
  by: By,
): Promise<LinkSent> {
  const sent = await context.accounts.sendRecovery(id, { endSessions: end_sessions }, by);
  if (!sent)
    throw new AppError("validation_failed", { fields: { email: "This account has no email address" } });
  return { member: await readMember(context, id), link: sent.link };
}

/** Erases a member's account and returns what they entered, which all stays, and how many doctors belonged to them. */
export async function deleteMember(context: Context, id: string, by: By): Promise<AccountRemains> {
  const remains = await readRemains(context.db, id);
  await context.accounts.erase(id, by);
  return remains;
}
