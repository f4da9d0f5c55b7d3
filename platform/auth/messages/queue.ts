import { randomUUID } from "node:crypto";
import type { Database } from "@rounds/database/connect.ts";
import { isoMoment } from "@rounds/http/clock.ts";
import type { AuthContext } from "../base/context.ts";

/**
 * The kinds of messages. A mail to a requested address (`recovery`, `otp`, `confirmation`) may have no recipient; the
 * requester is not told.
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
  /** Notifications to the owner of an account about changes. */
  | "password_changed"
  | "email_changed"
  | "factor_added"
  | "factor_removed"
  | "recovery_code_used";

export type NewMessage = {
  channel: "mail" | "sms";
  kind: MessageKind;
  /** Address, or number with the country code and without "+", as stored. */
  recipient: string;
  /** The user concerned, if already known. */
  userId?: string | undefined;
  details?: MessageDetails;
};

/** What the sender needs besides the recipient. */
export type MessageDetails = {
  /** Where the link finally leads: already checked. */
  redirect_to?: string;
  code_challenge?: string;
  code_challenge_method?: "s256" | "plain";
  /** For `otp`: whether to create an account for an unknown recipient, and its user metadata. */
  create_user?: boolean;
  data?: Record<string, unknown>;
  /** For `invite`: the inviting administrator; none for the service key. */
  invited_by?: string;
  /** For `mfa_code`. */
  challenge_id?: string;
  /** For a text message: how the hook should send it (sms, whatsapp). */
  sms_channel?: string;
};

/** Queues a message in the caller's transaction; returns its id. Call `messageQueued` after the commit. */
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
