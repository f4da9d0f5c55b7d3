import type { MessageRow } from "@rounds/database/auth-tables.ts";
import type { Database } from "@rounds/database/connect.ts";
import type { AuthContext } from "../base/context.ts";

/** The messages that people are sent; each has a template. */
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

/** A composed message: its codes and links are valid, so it is never stored. */
export type Composed = {
  template: Template;
  recipient: string;
  /** Six digits. */
  code?: string;
  link?: string;
  /** The page on which to enter the code, if not the page that requested it. */
  code_page?: string;
  /** Who invites: a name, an address or both. */
  invited_by?: string;
  /** For a change of address. */
  old_email?: string;
  new_email?: string;
};

/**
 * Composes a queued message, with its code and link, in the sender's transaction; undefined if there is no recipient,
 * or no reason any more.
 */
export type Compose = (
  tx: Database,
  context: AuthContext,
  message: MessageRow,
) => Promise<Composed | undefined>;
