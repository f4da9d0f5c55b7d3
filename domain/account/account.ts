import { z } from "zod";
import { moment } from "../records/record.ts";

/** One device that is signed in. */
export const accountSession = z.object({
  id: z.uuid(),
  /** What the browser said it is, as it was sent. */
  user_agent: z.string().nullable(),
  ip: z.string().nullable(),
  created_at: moment,
  /** When its access token was last renewed, which an open page does every hour. */
  last_used_at: moment,
  /** `aal2` once a second factor was shown. */
  aal: z.enum(["aal1", "aal2"]),
});

/** One of one's own; `current` is the one that asks. */
export const ownSession = accountSession.extend({ current: z.boolean() });

/** How one signs in: what the own account has, and what the server's settings ask for. */
export const ownAccount = z.object({
  password: z.object({
    /** False for somebody who has only ever signed in by a mailed code or another provider. */
    is_set: z.boolean(),
    rules: z.object({
      min_length: z.int(),
      characters: z.enum(["any", "letters_digits", "lower_upper_digits", "lower_upper_digits_symbols"]),
    }),
  }),
  /** Who must agree to a change of address: the old and the new one, or only the new one. */
  email_change: z.enum(["both", "new"]),
  /** How many recovery codes for the second step are not used yet. */
  recovery_codes_left: z.int(),
});

/** New recovery codes, which are shown only once. */
export const recoveryCodes = z.object({ codes: z.string().array() });

export type RecoveryCodes = z.output<typeof recoveryCodes>;
export type OwnAccount = z.output<typeof ownAccount>;
export type AccountSession = z.output<typeof accountSession>;
export type OwnSession = z.output<typeof ownSession>;
