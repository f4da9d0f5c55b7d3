import type { MessageRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import type { AuthContext } from "../base/context.ts";

/** The texts that people are sent; each has a template. */
export type Template =
  | "confirmation"
  | "recovery"
  | "magiclink"
  | "invite"
  | "email_change_current"
  | "email_change_new"
  | "reauthentication"
  | "phone_code"
  | "password_changed"
  | "email_changed"
  | "factor_added"
  | "factor_removed"
  | "recovery_code_used";

/** A message as it is to be written: codes and links are live, so it is never stored. */
export type Composed = {
  template: Template;
  recipient: string;
  /** Six digits. */
  code?: string;
  link?: string;
  /** The page where the code is entered, where that is not the page that asked for it. */
  code_page?: string;
  /** Who invites: a name, an address or both. */
  invited_by?: string;
  /** Of a change of address. */
  old_email?: string;
  new_email?: string;
};

/**
 * Makes what a queued message says, with its code and link, in the sender's transaction; undefined when there is
 * nobody to send it to, or nothing any more.
 */
export type Compose = (
  tx: Database,
  context: AuthContext,
  message: MessageRow,
) => Promise<Composed | undefined>;
