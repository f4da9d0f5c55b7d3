import { z } from "zod";
import { moment } from "../records/record.ts";

/** A device that is signed in. */
export const accountSession = z.object({
  id: z.uuid(),
  /** The browser's User-Agent header. */
  user_agent: z.string().nullable(),
  ip: z.string().nullable(),
  created_at: moment,
  /** When its access token was last refreshed; an open page does so every hour. */
  last_used_at: moment,
  /** `aal2` once a second factor was shown. */
  aal: z.enum(["aal1", "aal2"]),
});

/** A device of one's own account; `current` marks the one that sent the request. */
export const ownSession = accountSession.extend({ current: z.boolean() });

/** How the account can sign in, and what the server's settings require. */
export const ownAccount = z.object({
  password: z.object({
    /** False for somebody who has signed in only by mailed code or with another provider. */
    is_set: z.boolean(),
    rules: z.object({
      min_length: z.int(),
      characters: z.enum(["any", "letters_digits", "lower_upper_digits", "lower_upper_digits_symbols"]),
    }),
  }),
  /** Who must confirm a change of address: the old and the new address, or only the new one. */
  email_change: z.enum(["both", "new"]),
  /** How many recovery codes for the second step are left. */
  recovery_codes_left: z.int(),
});

/** New recovery codes, shown only once. */
export const recoveryCodes = z.object({ codes: z.string().array() });

export type RecoveryCodes = z.output<typeof recoveryCodes>;
export type AccountSession = z.output<typeof accountSession>;
export type OwnAccount = z.output<typeof ownAccount>;
export type OwnSession = z.output<typeof ownSession>;
