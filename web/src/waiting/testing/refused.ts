import { type ErrorBody, type ErrorCode, errors } from "@rounds/domain/errors/errors.ts";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import type { SyncAnswer, SyncedDoctor, SyncedProduct, SyncedVisit } from "@rounds/domain/sync/sync.ts";
import { rowsOf } from "../../offline/engine/base.ts";
import { entryOf } from "../../offline/engine/outbox.ts";
import { createPhone } from "../../offline/engine/phone.ts";
import { rowsShape } from "../../offline/engine/pull.ts";
import { memoryStore } from "../../offline/testing/memory-store.ts";
import type { Entry, Operation } from "../../phone/entry.ts";
import type { Answer, Ports } from "../../phone/ports.ts";
import { skipEntity, skipOf } from "../../phone/skip-entity.ts";
import type { World } from "../repairs.ts";

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** The rows of the tests. */
export const ids = {
  me: id(1),
  doctor: id(2),
  same: id(3),
  product: id(4),
  other: id(5),
  visit: id(6),
  line: id(7),
  line2: id(8),
};

const at = "2026-11-20T10:00:00.000Z";
const record = { version: 1, created_at: at, updated_at: at, created_by: ids.me, updated_by: ids.me };

const doctor: SyncedDoctor = {
  ...record,
  id: ids.doctor,
  name: "Dr. Asha Mehta",
  ...{ specialization: "Cardiology", hospital: "Ruby Hall", doctor_class: "A", doctor_type: null },
  ...{ contact_number: "98200 12345", email: null, address: "MG Road, Pune", norm: null },
  representative_id: ids.me,
};
const same: SyncedDoctor = { ...doctor, id: ids.same, name: "Asha Mehta", contact_number: null };
const product = (own: string, name: string): SyncedProduct => ({
  ...record,
  ...{ id: own, name, category: null, price: "50.00", description: null, current_stock: 3, has_sales: true },
});
const visit: SyncedVisit = {
  ...record,
  ...{ id: ids.visit, doctor_id: ids.doctor, visit_date: "2026-11-20", status: "scheduled", notes: "Before" },
  sales: [],
};

const base = {
  doctors: [doctor, same],
  products: [product(ids.product, "Amoxicillin 500"), product(ids.other, "Paracetamol 650")],
  visits: [visit],
};

let made = 1000;
const newId = () => uuidV7(made++, new Uint8Array(10));

export const world: World = { base: rowsOf(base), newId, person: ids.me };

/** A doctor's figures, as they were confirmed. */
const toDelete = { version: 1, visits: 1, sales: 0, units_returned: 0 };

const visitBody = {
  ...{ doctor_id: ids.doctor, visit_date: "2026-11-23", status: "completed", notes: "Mine" },
  items: [
    { id: ids.line, product_id: ids.product, quantity: 10, unit_price: "50.00" },
    { id: ids.line2, product_id: ids.other, quantity: 1, unit_price: "20.00" },
  ],
};
const { id: _, version: __, created_at, updated_at, created_by, updated_by, ...doctorBody } = doctor;

/** The writes that a phone sends: each may be refused with any code. */
export const writes: readonly Pick<Operation, "noun" | "op">[] = [
  ...(["doctors", "visits"] as const).flatMap((noun) =>
    (["create", "update", "delete"] as const).map((op) => ({ noun, op })),
  ),
  { noun: "visits", op: "complete" },
  { noun: "skips", op: "create" },
  { noun: "skips", op: "delete" },
];

/** What the person did, of one kind. */
function operationOf(noun: Operation["noun"], op: Operation["op"]): Operation {
  if (noun === "skips") {
    const entity = skipEntity({ doctor_id: ids.doctor, day: "2026-11-23" });
    const body = { day: "2026-11-23", reason: "other", note: "Camp in Satara" };
    return { noun, op, entity, body: op === "delete" ? null : body, base: null };
  }
  const entity = noun === "visits" ? ids.visit : ids.doctor;
  const stored = noun === "visits" ? visit : doctor;
  const values = noun === "visits" ? visitBody : { ...doctorBody, hospital: "Mine" };
  if (op === "create") return { noun, op, entity, body: { ...values, id: entity }, base: null };
  if (op === "complete") {
    const { visit_date, notes, items } = visitBody;
    return { noun, op, entity, body: { visit_date, notes, items }, base: visit };
  }
  if (op === "update") return { noun, op, entity, body: { ...values, version: 1 }, base: stored };
  const body = noun === "visits" ? { version: 1 } : toDelete;
  return { noun, op, entity, body, base: stored };
}

/** Refusals with a code, as the server gives them: with and without what it may tell beside. */
export function refusals(code: ErrorCode): ErrorBody[] {
  const plain: ErrorBody = { code, message: errors[code].message, request_id: "r" };
  const with_ = (details: Record<string, unknown>, fields?: Record<string, string>): ErrorBody => ({
    ...plain,
    details,
    ...(fields && { fields }),
  });
  switch (code) {
    case "insufficient_stock":
      return [
        plain,
        with_(
          { product_id: ids.product, product_name: "Amoxicillin 500", available: 4 },
          { "items.0.quantity": "4" },
        ),
        with_({ product_id: ids.product, product_name: "Amoxicillin 500", available: 0 }),
      ];
    case "doctor_missing":
      return [with_({ noun: "doctors", deleted_at: at, deleted_by: "asha@example.com", doctor }), plain];
    case "gone":
      return [with_({ noun: "visits", deleted_at: at, deleted_by: "asha@example.com" }), plain];
    case "changed_meanwhile":
      return [
        with_({
          current: { ...visit, ...doctor, id: ids.visit, version: 2, notes: "Theirs" },
          changed_by: "asha@example.com",
        }),
        plain,
      ];
    case "validation_failed":
      return [
        with_({}, { notes: "Too long", name: "Please enter the doctor's name", note: "Too long here" }),
        plain,
      ];
    case "representative_missing":
      return [with_({}, { representative_id: plain.message }), plain];
    default:
      return [plain];
  }
}

type Given = Pick<Operation, "noun" | "op"> & { error: ErrorBody };

/** The error as it is for this noun: a row of its own in its details. */
function errorFor({ noun, op, error }: Given): ErrorBody {
  if (noun === "skips" || error.code !== "changed_meanwhile" || !error.details) return error;
  if (op === "delete") return { ...error, details: { ...error.details, current: deletedNow[noun] } };
  const theirs = noun === "visits" ? { ...visit, notes: "Theirs" } : { ...doctor, hospital: "Theirs" };
  return { ...error, details: { ...error.details, current: { ...theirs, version: 2 } } };
}

/** What a deletion would delete now. */
const deletedNow = {
  visits: { doctor_name: doctor.name, visit_date: "2026-11-20", sales: 1, units_returned: 50, version: 2 },
  doctors: { visits: 3, sales: 2, units_returned: 60, version: 1 },
};

/** A refused entry. */
export function entryWith(given: Given): Entry {
  const making = { key: newId(), user_id: ids.me, made_at: 1_000_000, app_version: "1" };
  const entry = entryOf(operationOf(given.noun, given.op), making, 1);
  return { ...entry, attempts: 1, state: "needs_you", error: errorFor(given) };
}

const part = (count: number) => ({ rows: [], count, digest: null, more: null });
const nothingNew: SyncAnswer = {
  ...{ cursor: "1", reset: false, today: "2026-11-23", server_time: at },
  scope: { doctors: "all", visits_since: "2026-08-25", is_cut: false },
  ...{ doctors: part(0), products: part(0), visits: part(0) },
  deleted: [],
};

/** A phone with refused entries, whose server accepts everything that is sent from then on. */
export async function phoneWith(...given: Given[]) {
  return await phoneOf(given.map((one, n) => ({ ...entryWith(one), seq: n + 1 })));
}

/** A phone with these entries, whose server accepts everything. */
export async function phoneOf(entries: readonly Entry[]) {
  const store = memoryStore();
  const { cursor, scope, today } = nothingNew;
  // A moment ago: rows of long ago are not shown.
  const synced_at = Date.now();
  const meta = { cursor, scope, today, shape: rowsShape, synced_at, clock_offset: 0 };
  await store.commit(() => ({ put: entries, rows: base, meta }));
  const sent: Entry[] = [];
  const accept = (entry: Entry): Answer<unknown> => {
    const { noun, op, entity, body } = entry;
    if (noun === "skips") return { status: 200, body: { ...skipOf(entity), reason: "other" } };
    if (op === "delete") return { status: 200, body: {} };
    const { items, ...fields } = body ?? {};
    const stored = noun === "visits" ? { ...fields, sales: items } : fields;
    return { status: op === "create" ? 201 : 200, body: { ...record, ...stored, id: entity, version: 3 } };
  };
  const ports: Ports = {
    ...{ user_id: ids.me, app_version: "1", store, newId },
    network: {
      mayReach: async () => true,
      send: (entry) => {
        sent.push(entry);
        return Promise.resolve(accept(entry));
      },
      pull: () => {
        const { doctors, products, visits } = store.kept().base;
        const counts = {
          doctors: part(doctors.length),
          products: part(products.length),
          visits: part(visits.length),
        };
        return Promise.resolve({ status: 200, body: { ...nothingNew, ...counts } });
      },
      ids: () => Promise.resolve("none"),
      rows: () => Promise.resolve("none"),
    },
    clock: { now: () => 1_000_000, after: () => () => {} },
    random: () => 0,
    alone: (_name, work) => work(),
    tabs: { tell: () => {}, hear: () => () => {} },
  };
  const phone = await createPhone(ports);
  return {
    phone,
    sent,
    settle: async () => {
      for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    },
  };
}
