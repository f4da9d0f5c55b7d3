import { expect, test } from "vitest";
import { syncShape } from "./nouns.ts";
import { syncedDoctor, syncedProduct, syncedVisit } from "./sync.ts";

const record = ["id", "version", "created_at", "updated_at", "created_by", "updated_by"];

// Who adds a field here raises the shape too, so that the rows that phones have already get the field.
test("these are the fields of the second shape of synced rows", () => {
  expect(syncShape).toBe(2);
  const fields = (row: { shape: object }) => Object.keys(row.shape).filter((name) => !record.includes(name));
  expect(fields(syncedDoctor)).toEqual([
    ...["name", "specialization", "hospital", "doctor_class", "doctor_type", "contact_number"],
    ...["email", "address", "norm", "representative_id"],
  ]);
  expect(fields(syncedProduct)).toEqual([
    ...["name", "category", "price", "description", "current_stock", "has_sales"],
  ]);
  expect(fields(syncedVisit)).toEqual([
    ...["doctor_id", "visit_date", "status", "notes", "moves_stock", "sales", "sale_days"],
  ]);
});
