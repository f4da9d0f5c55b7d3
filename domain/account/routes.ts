import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { OwnAccount, OwnSession, RecoveryCodes } from "./account.ts";
import { permissionsRoute } from "./permissions-route.ts";

export const accountRoutes = {
  read: route<{ response: OwnAccount }>("GET", "/api/account"),
  /** What oneself may not do. */
  permissions: permissionsRoute,
  /** Creates new recovery codes for the second step; the former ones stop working. */
  makeRecoveryCodes: route<{ response: RecoveryCodes }>("POST", "/api/account/recovery-codes"),
  sessions: route<{ response: OwnSession[] }>("GET", "/api/account/sessions"),
  /** Cancels a pending change of address, if there is one. */
  cancelEmailChange: route<{ response: OwnAccount }>("DELETE", "/api/account/email-change"),
  /** Ends another of one's own sessions, and answers with the remaining ones. */
  endSession: route<{ params: RecordParams; response: OwnSession[] }>("DELETE", "/api/account/sessions/:id"),
};
