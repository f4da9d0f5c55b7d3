import { route } from "../contract/route.ts";
import type { RecordParams } from "../records/record.ts";
import type { OwnAccount, OwnSession } from "./account.ts";

export const accountRoutes = {
  read: route<{ response: OwnAccount }>("GET", "/api/account"),
  sessions: route<{ response: OwnSession[] }>("GET", "/api/account/sessions"),
  /** Ends another session of one's own, and answers with those that go on. */
  endSession: route<{ params: RecordParams; response: OwnSession[] }>("DELETE", "/api/account/sessions/:id"),
};
