import { readBatches } from "@rounds/database/batches.ts";
import type { Database } from "@rounds/database/connect.ts";
import type { DoctorRow, doctorExportQuery } from "@rounds/domain/doctors/doctor-list.ts";
import { doctorLabels as labels } from "@rounds/domain/history/fields.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Sheet, SheetColumn } from "../api/sheet-columns.ts";
import { representativeInLists } from "../team/queries.ts";
import type { Asker } from "../team/whose.ts";
import { doctorRows, matchingDoctors } from "./queries.ts";

type ExportedDoctor = DoctorRow & { representative: string };

/** Columns of the file. Those of the form have its labels, by which an import finds them again. */
const columns: readonly SheetColumn<ExportedDoctor>[] = [
  { label: labels.name, kind: "text", width: 30, value: ({ name }) => name },
  { label: labels.specialization, kind: "text", value: ({ specialization }) => specialization },
  { label: labels.hospital, kind: "text", value: ({ hospital }) => hospital },
  { label: labels.doctor_class, kind: "text", width: 14, value: ({ doctor_class }) => doctor_class },
  {
    label: labels.doctor_type,
    kind: "text",
    width: 16,
    value: ({ doctor_type }) => doctor_type && capitalized(doctor_type),
  },
  { label: labels.contact_number, kind: "phone", value: ({ contact_number }) => contact_number },
  { label: labels.email, kind: "text", width: 30, value: ({ email }) => email },
  { label: labels.address, kind: "text", width: 42, value: ({ address }) => address },
  { label: labels.norm, kind: "units", value: ({ norm }) => norm },
  { label: labels.representative_id, kind: "text", value: ({ representative }) => representative },
  { label: "Last Visit", kind: "day", value: ({ last_visit }) => last_visit },
];

/** All doctors under the filters, in the order of the list. */
export function exportDoctors(
  db: Database,
  filters: z.output<typeof doctorExportQuery>,
  asker: Pick<Asker, "actor" | "today">,
): Sheet<ExportedDoctor> {
  const rows = readBatches(db, async (tx) => {
    const found = doctorRows(matchingDoctors(tx, filters, asker), asker.today).select(
      representativeInLists.as("representative"),
    );
    return sql<ExportedDoctor>`${found}`;
  });
  return { title: "Doctors", columns, rows };
}
