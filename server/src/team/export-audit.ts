import { readBatches } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import { actionLabel, deviceWords, sentenceOf, textOf } from "@rounds/domain/history/audit-words.ts";
import { shownPhone } from "@rounds/domain/team/member-name.ts";
import type { AuditEntry } from "@rounds/domain/team/team.ts";
import { sql } from "kysely";
import { type Kind, minuteOf, type Sheet, type SheetColumn } from "../api/sheet-columns.ts";
import { type AuditFilter, auditEntries } from "./queries.ts";

/** The columns of the list, and apart from its sentence what to sort and filter by. People of one name differ by their addresses. */
function columnsOf(time_zone: string): readonly SheetColumn<AuditEntry>[] {
  return [
    { label: "When", kind: "moment", value: ({ created_at }) => minuteOf(created_at, time_zone) },
    { label: "What happened", kind: "text", width: 70, value: (entry) => textOf(sentenceOf(entry)) },
    { label: "Kind", kind: "text", value: ({ action }) => actionLabel(action) },
    {
      label: "By",
      kind: "text",
      width: 30,
      kindOf: ({ actor }) => kindOfAddress(actor),
      value: ({ actor }) => actor && addressOf(actor),
    },
    {
      label: "Account",
      kind: "text",
      width: 30,
      kindOf: ({ user }) => kindOfAddress(user),
      value: ({ user }) => addressOf(user),
    },
    { label: "Device", kind: "text", value: deviceWords },
    { label: "IP Address", kind: "text", value: ({ ip }) => ip },
  ];
}

function addressOf({ email, phone, id }: AuditEntry["user"]): string {
  // Of a deleted account only the id is left.
  return email || shownPhone(phone) || id;
}

function kindOfAddress(person: AuditEntry["actor"]): Kind {
  return person?.phone && !person.email ? "phone" : "text";
}

/** All entries of the audit log under the filters, newest first. Moments are those of the time zone. */
export function exportAudit(db: Database, filters: AuditFilter, time_zone: string): Sheet<AuditEntry> {
  const rows = readBatches(db, async (tx) => sql<AuditEntry>`${auditEntries(tx, filters)}`);
  return { title: "Team History", columns: columnsOf(time_zone), rows };
}
