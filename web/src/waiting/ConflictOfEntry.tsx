import { formatDay, formatMoment } from "@rounds/domain/calendar/calendar.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { useEffect } from "react";
import { businessTimeZone } from "../api/page-settings.ts";
import { doctorFieldList, shownValue } from "../doctors/form/doctor-fields.ts";
import { ConflictDialog } from "../form/conflict/ConflictDialog.tsx";
import { bodyOf, mergedUpdate } from "../offline/engine/merge-operation.ts";
import type { Entry, Operation } from "../phone/entry.ts";
import type { Rows } from "../phone/phone-state.ts";
import { linesOf } from "./lines.ts";
import { theirsOf, type World } from "./repairs.ts";

type Values = Record<string, unknown>;
type Props = { entry: Entry; world: World; onSave: (operation: Operation) => void; onClose: () => void };

/** Both versions of a row that somebody else changed in the meantime; asks for each field whose value counts. */
export function ConflictOfEntry({ entry, world, onSave, onClose }: Props) {
  const theirs = theirsOf({ entry, world });
  const conflicts = theirs ? mergedUpdate(entry, theirs).conflicts : [];
  const save = (choices = {}) => {
    if (!theirs) return onClose();
    const { noun, entity } = entry;
    onSave({ noun, op: "update", entity, body: mergedUpdate(entry, theirs, choices).body, base: theirs });
  };
  const isClear = conflicts.length === 0;
  // What somebody saved since may have settled it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is nothing to ask
  useEffect(() => {
    if (isClear) save();
  }, [isClear]);
  if (!theirs || isClear) return null;
  const mine = { ...(entry.base && bodyOf(entry.noun, entry.base)), ...entry.body };
  const saved = bodyOf(entry.noun, theirs);
  const { changed_by } = entry.error?.details ?? {};
  return (
    <ConflictDialog
      changedBy={typeof changed_by === "string" ? changed_by : null}
      changedAt={formatMoment(theirs.updated_at, businessTimeZone)}
      fields={conflicts.map((path) => {
        const my = describe(entry.noun, path, mine, world.base);
        const their = describe(entry.noun, path, saved, world.base);
        return { path, label: my.label || their.label, mine: my.value, theirs: their.value };
      })}
      onSave={save}
      onClose={onClose}
    />
  );
}

const labels: Record<string, string> = {
  doctor_id: "Doctor",
  visit_date: "Visit Date",
  status: "Status",
  notes: "Notes",
};

/** The label and the shown value of one side at a conflict's path. */
function describe(
  noun: Entry["noun"],
  path: string,
  values: Values,
  base: Rows,
): { label: string; value: string } {
  const value = values[path];
  if (noun === "doctors") {
    const field = doctorFieldList.find(([name]) => name === path)?.[1];
    const text = typeof value === "string" || typeof value === "number" ? value : null;
    return { label: field?.label ?? path, value: field ? shownValue(field, text) : "" };
  }
  const [, id, part] = path.split(".");
  if (!id) return { label: labels[path] ?? path, value: shown(path, value, base) };
  const line = linesOf({ body: values }).find((one) => one.id === id);
  if (!line) return { label: "", value: "Removed" };
  const name = base.products.get(line.product_id)?.name ?? "A product";
  if (part === "quantity") return { label: `Quantity of ${name}`, value: String(line.quantity) };
  if (part === "unit_price") return { label: `Unit Price of ${name}`, value: formatRupees(line.unit_price) };
  return { label: name, value: `${name}: ${line.quantity} × ${formatRupees(line.unit_price)}` };
}

function shown(field: string, value: unknown, base: Rows): string {
  const text = typeof value === "string" ? value : "";
  if (field === "doctor_id") return base.doctors.get(text)?.name ?? "";
  if (field === "visit_date") return text && formatDay(text);
  return field === "status" ? capitalized(text) : text;
}
