import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { OwnAccount, OwnSession, RecoveryCodes } from "./account.ts";

export const accountRoutes = {
  read: route<{ response: OwnAccount }>("GET", "/api/account"),
  /** Makes new recovery codes for the second step; the former ones are worth nothing from then on. */
  makeRecoveryCodes: route<{ response: RecoveryCodes }>("POST", "/api/account/recovery-codes"),
  sessions: route<{ response: OwnSession[] }>("GET", "/api/account/sessions"),
  /** Gives up the change of address that waits to be confirmed, if one does. */
  cancelEmailChange: route<{ response: OwnAccount }>("DELETE", "/api/account/email-change"),
  /** Ends another session of one's own, and answers with those that go on. */
  endSession: route<{ params: RecordParams; response: OwnSession[] }>("DELETE", "/api/account/sessions/:id"),
};
