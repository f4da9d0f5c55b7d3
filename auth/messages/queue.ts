import { randomUUID } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import type { AuthContext } from "../base/context.ts";

/**
 * What can be sent. A mail to an address that was asked for (`recovery`, `otp`, `confirmation`) may find nobody
 * there; whoever asks is not told.
 */
export type MessageKind =
  | "confirmation"
  | "recovery"
  | "otp"
  | "invite"
  | "email_change_current"
  | "email_change_new"
  | "phone_change"
  | "reauthentication"
  | "mfa_code"
  /** Notes to the owner of an account about what was changed in it. */
  | "password_changed"
  | "email_changed"
  | "factor_added"
  | "factor_removed"
  | "recovery_code_used";

export type NewMessage = {
  channel: "mail" | "sms";
  kind: MessageKind;
  /** Address, or number with the country code and without "+", as it is stored. */
  recipient: string;
  /** Whom it concerns, where that is known already. */
  userId?: string | undefined;
  details?: MessageDetails;
};

/** What the sender needs to know beside the recipient. */
export type MessageDetails = {
  /** Where the link leads at the end: already checked. */
  redirect_to?: string;
  code_challenge?: string;
  code_challenge_method?: "s256" | "plain";
  /** Of `otp`: whether to make an account for an unknown recipient, and what he says about himself. */
  create_user?: boolean;
  data?: Record<string, unknown>;
  /** Of `invite`: the administrator who invites; none for the service key. */
  invited_by?: string;
  /** Of `mfa_code`. */
  challenge_id?: string;
  /** Of a text message: how the hook is to send it (sms, whatsapp). */
  sms_channel?: string;
};

/** Queues a message as part of the caller's transaction; gives its id. Call `messageQueued` after the commit. */
export async function queueMessage(tx: Database, context: AuthContext, message: NewMessage): Promise<string> {
  const id = randomUUID();
  const now = isoMoment(context.clock());
  await tx
    .insertInto("auth.messages")
    .values({
      id,
      channel: message.channel,
      kind: message.kind,
      recipient: message.recipient,
      user_id: message.userId,
      details: JSON.stringify(message.details ?? {}),
      created_at: now,
      due_at: now,
    })
    .execute();
  return id;
}
