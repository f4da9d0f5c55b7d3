import { codeAt } from "@rounds/auth/testing/authenticator.ts";
import { accountRoutes } from "@rounds/domain/account/routes.ts";
import { allRoutes } from "@rounds/domain/all-routes.ts";
import { catchUpRoutes } from "@rounds/domain/catch-up/routes.ts";
import type { Method } from "@rounds/domain/contract/route.ts";
import { defaultNorms } from "@rounds/domain/coverage/norms.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { nationalHolidaysOf } from "@rounds/domain/coverage/settings.ts";
import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { inventoryRoutes } from "@rounds/domain/inventory/routes.ts";
import { performanceRoutes } from "@rounds/domain/performance/routes.ts";
import { productInput } from "@rounds/domain/products/product.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { visitInput } from "@rounds/domain/visits/visit.ts";
import {
  aDoctor,
  anId,
  anItem,
  aProduct,
  aVisit,
  doctorBody,
  productBody,
  visitBody,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { askAuth } from "@rounds/testkit/sign-in.ts";
import type { z } from "zod";
import { signInAgain, testMoment } from "./app.ts";
import { archiveCalls } from "./archive-calls.ts";
import { bulkEditCalls } from "./bulk-edit-calls.ts";
import { exportCalls } from "./export-calls.ts";
import { historyCalls } from "./history-calls.ts";
import { importCalls } from "./import-calls.ts";
import { syncCalls } from "./sync-calls.ts";
import { teamCalls } from "./team-calls.ts";
import { viewCalls } from "./view-calls.ts";

/** A successful call of a route, and what its fields accept. */
export type Call = {
  method: Method;
  path: string;
  params?: { id: string };
  query?: object;
  body?: object;
  /** What the route takes in its query. */
  takes?: string[];
  /** Fields that accept any text. */
  texts?: string[];
  /** Fields that may be empty or left out. */
  optional?: string[];
  /** Where the answer has a field, if not at the same place. */
  answered?: (place: string[]) => string[];
  /** Other values that the route may accept there. */
  harmless?: (field: string, value: unknown) => boolean;
  /** Where to read what was written. */
  reads?: string;
};

/** Every route of the API by name: `doctors.list`. */
export const routesByName: Record<string, { method: Method; path: string }> = Object.fromEntries(
  Object.entries(allRoutes).flatMap(([noun, routes]) =>
    Object.entries(routes).map(([verb, route]) => [`${noun}.${verb}`, route]),
  ),
);

type MakeCall = (member: Member) => Promise<Call>;

/** The fields of an input that take any text, and those that may be left out. */
function fieldsOf({ shape }: { shape: Readonly<Record<string, z.ZodType>> }) {
  const taking = (value: unknown) =>
    Object.keys(shape).filter((field) => shape[field]?.safeParse(value).success);
  return { texts: taking("any text"), optional: taking(undefined) };
}

const doctorFields = {
  ...fieldsOf(doctorInput),
  // No target; and a new doctor is the sender's if the request does not say whose.
  harmless: (field: string, value: unknown) =>
    (field === "norm" && value === 0) || (field === "representative_id" && value === undefined),
};
const productFields = fieldsOf(productInput);
const visitFields = {
  ...fieldsOf(visitInput),
  // A visit may have no items; an amount may be written differently.
  harmless: (field: string, value: unknown) =>
    (field === "items" && Array.isArray(value) && value.length === 0) ||
    (field === "items.0.unit_price" && /^\d{1,10}$/.test(String(value))),
};
const salesFilters = {
  start_date: "2025-06-01",
  end_date: "2025-06-30",
  doctor_id: anId(),
  product_id: anId(),
  category: "Antibiotics",
  representative: "nobody",
};
const inventoryFilters = {
  start_date: "2025-06-01",
  end_date: "2025-06-10",
  product_id: anId(),
  category: "Antibiotics",
};
const { id: _, ...doctorEdit } = doctorBody({ contact_number: "1", address: "Pune" });
const { id: __, ...productEdit } = productBody();

const onDoctor =
  (route: { method: Method; path: string }, more: object = {}): MakeCall =>
  async (member) => ({ ...route, params: { id: (await aDoctor(member)).id }, ...more });
const onProduct =
  (route: { method: Method; path: string }, more: object = {}): MakeCall =>
  async (member) => ({ ...route, params: { id: (await aProduct(member, 20)).id }, ...more });
const onVisit =
  (route: { method: Method; path: string }): MakeCall =>
  async (member) => ({ ...route, params: { id: (await aVisit(member, (await aDoctor(member)).id)).id } });

/** Creates one product for all visits of a member: a thousand calls need no more. */
const stocked = new WeakMap<Member, Promise<{ doctor: string; product: string }>>();
function stockedBy(member: Member) {
  const made =
    stocked.get(member) ??
    Promise.all([aDoctor(member), aProduct(member, 1_000_000)]).then(([doctor, product]) => ({
      doctor: doctor.id,
      product: product.id,
    }));
  stocked.set(member, made);
  return made;
}

/** Sets an authenticator up for a member and uses its code, so that the member's session may do everything again. */
const secured = new WeakMap<Member, Promise<void>>();
function secondStepOf(member: Member): Promise<void> {
  const done = secured.get(member) ?? setUpAuthenticator(member);
  secured.set(member, done);
  return done;
}

async function setUpAuthenticator(member: Member): Promise<void> {
  const ask = <Body>(path: string, body: object) =>
    askAuth<Body>(member.url, "POST", `/factors${path}`, { bearer: member.token, body });
  const { id, totp } = await ask<{ id: string; totp: { secret: string } }>("", { factor_type: "totp" });
  const challenge = await ask<{ id: string }>(`/${id}/challenge`, {});
  const code = codeAt(totp.secret, Date.parse(testMoment));
  await ask(`/${id}/verify`, { challenge_id: challenge.id, code });
}

/** One valid call of every route; each uses new rows of its own. */
export const validCalls: Record<string, MakeCall> = {
  "account.read": async () => accountRoutes.read,
  "account.permissions": async () => accountRoutes.permissions,
  "account.cancelEmailChange": async () => accountRoutes.cancelEmailChange,
  "account.makeRecoveryCodes": async (member) => {
    await secondStepOf(member);
    return accountRoutes.makeRecoveryCodes;
  },
  "account.sessions": async () => accountRoutes.sessions,
  "account.endSession": async (member) => ({
    ...accountRoutes.endSession,
    params: { id: await signInAgain(member) },
  }),

  ...archiveCalls,

  ...bulkEditCalls,
  ...importCalls,

  "coverage.month": async () => ({
    ...coverageRoutes.month,
    query: { month: "2025-05", person: "everybody" },
    takes: ["month", "person"],
  }),
  "coverage.doctors": async () => ({
    ...coverageRoutes.doctors,
    query: { person: "everybody", figure: "remaining", class: "A", page: 2 },
    takes: ["month", "person", "figure", "class", "page"],
  }),
  "performance.read": async () => ({
    ...performanceRoutes.read,
    query: { month: "2025-05", person: anId() },
    takes: ["month", "person"],
  }),
  "coverage.representatives": async () => coverageRoutes.representatives,
  "coverage.settings": async () => ({ ...coverageRoutes.settings, query: { year: 2025 }, takes: ["year"] }),
  "coverage.saveNorms": async () => ({
    ...coverageRoutes.saveNorms,
    body: defaultNorms,
    // No target.
    harmless: (field, value) => field.endsWith("per_month") && value === 0,
  }),
  "coverage.saveHolidays": async () => ({
    ...coverageRoutes.saveHolidays,
    body: { holidays: nationalHolidaysOf(2025) },
    texts: ["holidays.0.name", "holidays.1.name", "holidays.2.name"],
  }),
  "coverage.removeHoliday": async () => ({
    ...coverageRoutes.removeHoliday,
    query: { day: "2025-10-02" },
    takes: ["day"],
  }),
  "coverage.leave": async () => coverageRoutes.leave,
  "coverage.addLeave": async () => ({
    ...coverageRoutes.addLeave,
    body: { from: "2025-06-16", to: "2025-06-18" },
  }),
  "coverage.removeLeave": async () => ({
    ...coverageRoutes.removeLeave,
    query: { from: "2025-06-16", to: "2025-06-18" },
    takes: ["from", "to"],
  }),

  "catchUp.read": async (member) => ({
    ...catchUpRoutes.read,
    query: { day: "2025-06-10", doctors: (await aDoctor(member)).id },
    takes: ["day", "doctors"],
  }),

  "dashboard.read": async () => ({
    ...dashboardRoutes.read,
    query: { period: "2025-05" },
    takes: ["period"],
  }),

  "doctors.list": async () => ({
    ...doctorRoutes.list,
    query: { search: "rao", page: 1 },
    takes: ["search", "doctor_class", "doctor_type", "city", "representative", "page"],
  }),
  "doctors.places": async () => doctorRoutes.places,
  "doctors.pick": async () => ({ ...doctorRoutes.pick, query: { search: "rao" }, takes: ["search", "also"] }),
  "doctors.alike": async () => ({
    ...doctorRoutes.alike,
    query: { name: "rao", city: "Pune", phone: "98300 12345", except: anId() },
    takes: ["name", "city", "phone", "except"],
  }),
  "doctors.lastCity": async () => doctorRoutes.lastCity,
  "doctors.likelyPairs": async () => ({ ...doctorRoutes.likelyPairs, query: { page: 1 }, takes: ["page"] }),
  "doctors.mergePreview": async (member: Member) => ({
    ...doctorRoutes.mergePreview,
    params: { id: (await aDoctor(member)).id },
    query: { other: (await aDoctor(member)).id },
    takes: ["other"],
  }),
  "doctors.merge": async (member: Member) => {
    const [one, other] = [await aDoctor(member), await aDoctor(member)];
    const { id: _, ...fields } = doctorBody();
    return {
      ...doctorRoutes.merge,
      params: { id: one.id },
      body: { other: other.id, version: one.version, other_version: other.version, fields },
      texts: doctorFields.texts?.map((name) => `fields.${name}`),
      optional: doctorFields.optional?.map((name) => `fields.${name}`),
      harmless: (field: string, value: unknown) => doctorFields.harmless(field.replace("fields.", ""), value),
      answered: ([, ...field]: string[]) => ["doctor", ...field],
    };
  },
  "doctors.decidePair": async (member: Member) => ({
    ...doctorRoutes.decidePair,
    body: { one: (await aDoctor(member)).id, other: (await aDoctor(member)).id, are_two: true },
    harmless: (field, value) => field === "are_two" && typeof value === "boolean",
  }),
  "doctors.read": onDoctor(doctorRoutes.read),
  "doctors.create": async () => {
    const body = doctorBody();
    return { ...doctorRoutes.create, body, ...doctorFields, reads: `/api/doctors/${body.id}` };
  },
  "doctors.update": onDoctor(doctorRoutes.update, { body: { ...doctorEdit, version: 1 }, ...doctorFields }),
  "doctors.deletionEffect": onDoctor(doctorRoutes.deletionEffect),
  "doctors.delete": onDoctor(doctorRoutes.delete),

  "inventory.list": async () => ({
    ...inventoryRoutes.list,
    query: { ...inventoryFilters, page: 2 },
    takes: [...Object.keys(inventoryFilters), "page"],
  }),
  "inventory.summary": async () => ({
    ...inventoryRoutes.summary,
    query: inventoryFilters,
    takes: Object.keys(inventoryFilters),
  }),

  "glance.read": onDoctor(glanceRoutes.read),
  "products.list": async () => ({ ...productRoutes.list, query: { search: "a" }, takes: ["search", "page"] }),
  "products.pick": async () => productRoutes.pick,
  "products.read": onProduct(productRoutes.read),
  "products.create": async () => {
    const body = productBody();
    return {
      ...productRoutes.create,
      body,
      ...productFields,
      reads: `/api/products/${body.id}`,
      harmless: anAmount,
    };
  },
  "products.update": onProduct(productRoutes.update, {
    body: { ...productEdit, version: 1 },
    ...productFields,
    harmless: anAmount,
  }),
  "products.deletionEffect": onProduct(productRoutes.deletionEffect),
  "products.delete": onProduct(productRoutes.delete),

  "sales.list": async () => ({
    ...salesRoutes.list,
    query: { ...salesFilters, page: 2 },
    takes: [...Object.keys(salesFilters), "page"],
  }),
  "sales.summary": async () => ({
    ...salesRoutes.summary,
    query: salesFilters,
    takes: Object.keys(salesFilters),
  }),

  "stock.add": async (member) => ({
    ...stockRoutes.add,
    params: { id: (await aProduct(member)).id },
    body: { id: anId(), quantity: 5, notes: "From Pune" },
    texts: ["notes"],
    optional: ["notes"],
    answered: (place) => ["transaction", ...place],
  }),
  "stock.correct": async (member) => ({
    ...stockRoutes.correct,
    params: { id: (await aProduct(member, 20)).id },
    body: { id: anId(), quantity: 5, current_stock: 20, notes: "Counted" },
    texts: ["notes"],
    optional: ["notes"],
    answered: (place) => ["transaction", ...place],
    harmless: (field, value) => field === "quantity" && value === 0,
  }),
  "stock.availability": onProduct(stockRoutes.availability),
  "stock.ledger": onProduct(stockRoutes.ledger, {
    query: { kind: "sale", start_date: "2025-06-01", end_date: "2025-06-30" },
    takes: ["kind", "start_date", "end_date", "page"],
  }),

  ...exportCalls,
  ...historyCalls,
  ...syncCalls,
  ...viewCalls,

  ...teamCalls,

  "today.read": async () => todayRoutes.read,
  "today.day": async () => ({ ...todayRoutes.day, query: { day: "2025-06-16" } }),
  "today.week": async () => ({ ...todayRoutes.week, query: { day: "2025-06-16" } }),
  "today.skip": onDoctor(todayRoutes.skip, {
    body: { day: "2025-06-15", reason: "clinic_closed", note: "Back on Monday" },
    texts: ["note"],
    optional: ["note"],
  }),
  "today.undoSkip": async (member) => {
    const params = { id: (await aDoctor(member)).id };
    const body = { day: "2025-06-15", reason: "on_leave" as const };
    await member.call(todayRoutes.skip, { params, body });
    return { ...todayRoutes.undoSkip, params, query: { day: body.day } };
  },

  "visits.list": async () => ({
    ...visitRoutes.list,
    query: { search: "a", start_date: "2025-06-01", end_date: "2025-06-30", status: "other" },
    takes: ["search", "start_date", "end_date", "status", "city", "representative", "page"],
  }),
  "visits.ofDoctor": onDoctor(visitRoutes.ofDoctor, { takes: ["page"] }),
  "visits.lastPrices": onDoctor(visitRoutes.lastPrices),
  "visits.read": onVisit(visitRoutes.read),
  "visits.create": async (member) => {
    const { doctor, product } = await stockedBy(member);
    const body = visitBody(doctor, { items: [anItem(product)] });
    return { ...visitRoutes.create, body, ...visitFields, reads: `/api/visits/${body.id}` };
  },
  "visits.update": async (member) => {
    const { doctor, product } = await stockedBy(member);
    const visit = await aVisit(member, doctor, { items: [anItem(product)] });
    return { ...visitRoutes.update, params: { id: visit.id }, body: visitEdit(visit), ...visitFields };
  },
  "visits.complete": async (member) => {
    const { doctor, product } = await stockedBy(member);
    const { id } = await aVisit(member, doctor, { status: "scheduled", notes: null });
    const body = { visit_date: "2025-06-10", notes: "Took the leaflet", items: [anItem(product)] };
    return { ...visitRoutes.complete, params: { id }, body, ...visitFields };
  },
  "visits.deletionEffect": onVisit(visitRoutes.deletionEffect),
  "visits.delete": onVisit(visitRoutes.delete),
};

function anAmount(field: string, value: unknown): boolean {
  return field === "price" && /^\d{1,10}$/.test(String(value));
}
