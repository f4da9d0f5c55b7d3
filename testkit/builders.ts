import { randomBytes } from "node:crypto";
import type { Connection } from "@rounds/database/connect.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type { DoctorCreation } from "@rounds/domain/doctors/doctor-list.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { ProductCreation } from "@rounds/domain/products/product-list.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { SaleInput, Visit } from "@rounds/domain/visits/visit.ts";
import type { VisitCreation } from "@rounds/domain/visits/visit-list.ts";
import type { Member } from "./caller.ts";

/** Who makes a row: all that is needed is a way to call the API. */
type Maker = Pick<Member, "call">;

let made = 0;

/** An id as a client creates it: UUID v7, each a millisecond later than the one before, so that later ones sort later. */
export function anId(): string {
  return uuidV7(1_750_000_000_000 + made++, randomBytes(10));
}

/** The request for a new doctor. */
export function doctorBody(changes: Partial<DoctorCreation> = {}): DoctorCreation {
  const body: Required<DoctorCreation> = {
    id: anId(),
    name: "Dr. Meera Iyer",
    specialization: "Cardiology",
    hospital: "Sahyadri Hospital",
    doctor_class: "A",
    doctor_type: "prescriber",
    contact_number: "+91 98220 11111",
    email: "meera@example.com",
    address: "12 MG Road, Pune",
    norm: null,
    representative_id: null,
  };
  return { ...body, ...changes };
}

/** The request for a new product. */
export function productBody(changes: Partial<ProductCreation> = {}): ProductCreation {
  const body: Required<ProductCreation> = {
    id: anId(),
    name: "Amoxicillin 500",
    category: "Antibiotics",
    price: "120.50",
    description: "Capsules, 10 a strip",
  };
  return { ...body, ...changes };
}

/** One sale line. */
export function anItem(product_id: string, quantity = 1, unit_price = "100.00"): SaleInput {
  return { id: anId(), product_id, quantity, unit_price };
}

/** The request for a new visit. */
export function visitBody(doctor_id: string, changes: Partial<VisitCreation> = {}): VisitCreation {
  return {
    id: anId(),
    doctor_id,
    visit_date: "2025-06-10",
    status: "completed",
    notes: "Discussed the new strips",
    items: [],
    ...changes,
  };
}

/** Creates a doctor. */
export function aDoctor(maker: Maker, changes: Partial<DoctorCreation> = {}): Promise<Doctor> {
  return maker.call(doctorRoutes.create, { body: doctorBody(changes) });
}

/** Creates a product with this many units in stock. */
export async function aProduct(
  maker: Maker,
  stock = 0,
  changes: Partial<ProductCreation> = {},
): Promise<Product> {
  const product = await maker.call(productRoutes.create, { body: productBody(changes) });
  if (stock === 0) return product;
  const body = { id: anId(), quantity: stock };
  return (await maker.call(stockRoutes.add, { params: { id: product.id }, body })).product;
}

/** Records a visit. */
export function aVisit(
  maker: Maker,
  doctor_id: string,
  changes: Partial<VisitCreation> = {},
): Promise<Visit> {
  return maker.call(visitRoutes.create, { body: visitBody(doctor_id, changes) });
}

/** Units of a product that can be sold now. */
export async function stockOf(maker: Maker, product_id: string): Promise<number> {
  return (await maker.call(stockRoutes.availability, { params: { id: product_id } })).available;
}

/** The sale lines of a visit as an edit sends them again. */
export function itemsOf({ sales }: Visit): SaleInput[] {
  return sales.map(({ id, product_id, quantity, unit_price }) => ({ id, product_id, quantity, unit_price }));
}

/** The request of an edit that changes only `changes`. */
export function visitEdit(visit: Visit, changes: Partial<VisitCreation> = {}) {
  const { doctor_id, visit_date, status, notes, version } = visit;
  return { doctor_id, visit_date, status, notes, items: itemsOf(visit), version, ...changes };
}

/** The ledger of a product in the order written, in short: type, units, day, reference. */
export async function movementsOf({ db }: Pick<Connection, "db">, product_id: string) {
  const rows = await db
    .selectFrom("stock_transactions")
    .select(["transaction_type", "quantity", "transaction_date", "reference_type"])
    .where("product_id", "=", product_id)
    .orderBy("sequence")
    .execute();
  return rows.map((row) => [row.transaction_type, row.quantity, row.transaction_date, row.reference_type]);
}
