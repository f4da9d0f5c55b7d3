import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { Sale, Visit } from "@rounds/domain/visits/visit.ts";
import type { VisitList, VisitRow } from "@rounds/domain/visits/visit-list.ts";

let last = 0;
/** An id that no other row of the test has. */
export function anId(): string {
  last += 1;
  return `01900000-0000-7000-8000-${String(last).padStart(12, "0")}`;
}

const record = () => ({
  id: anId(),
  version: 1,
  created_at: "2025-11-01T04:30:00.000Z",
  updated_at: "2025-11-01T04:30:00.000Z",
  created_by: null,
  updated_by: null,
});

/** A doctor as the server answers one: plain, with nothing in it that a test does not name. */
export function aDoctor(given: Partial<Doctor> = {}): Doctor {
  return {
    ...record(),
    name: "Dr. Asha Rao",
    specialization: null,
    hospital: null,
    doctor_class: null,
    doctor_type: null,
    contact_number: null,
    email: null,
    address: null,
    norm: null,
    representative_id: null,
    ...given,
  };
}

/** A product as the server answers one. */
export function aProduct(given: Partial<Product> = {}): Product {
  return {
    ...record(),
    name: "Paracip 500",
    category: "Pain Relief",
    price: "12.50",
    description: null,
    current_stock: 100,
    ...given,
  };
}

/** A line of a visit: units of a product at its price, with their total in rupees. */
export function aSale(
  product: Product,
  given: Pick<Sale, "quantity" | "total_amount"> & Partial<Sale>,
): Omit<Sale, "visit_id"> {
  const { name, category, price } = product;
  return {
    id: anId(),
    product_id: product.id,
    unit_price: price,
    created_at: "2025-11-01T04:30:00.000Z",
    product: { name, category },
    ...given,
  };
}

/** A visit as the server answers one, to a doctor. */
export function aVisit(
  doctor: Doctor,
  { sales = [], ...given }: Partial<Omit<Visit, "sales">> & { sales?: Omit<Sale, "visit_id">[] } = {},
): Visit {
  const { id, name, specialization, hospital, doctor_type, doctor_class, representative_id } = doctor;
  const fields = record();
  return {
    ...fields,
    doctor_id: id,
    visit_date: "2025-11-19",
    status: "completed",
    notes: null,
    doctor: { id, name, specialization, hospital, doctor_type, doctor_class, representative_id },
    sales: sales.map((sale) => ({ ...sale, visit_id: given.id ?? fields.id })),
    total_sales: "0.00",
    recorded_by: "Asha Verma",
    ...given,
  };
}

/** A visit to a doctor as lists show it. */
export function aVisitRow(doctor: Doctor, visit_date: string, given: Partial<VisitRow> = {}): VisitRow {
  const { id, name, specialization, hospital, address, representative_id } = doctor;
  return {
    id: anId(),
    visit_date,
    status: "completed",
    notes: null,
    created_by: null,
    total_sales: "0.00",
    item_count: 0,
    doctor: { id, name, specialization, hospital, address, representative_id },
    ...given,
  };
}

/** The one page of a visit list with these visits. */
export function aVisitList(rows: VisitRow[], given: Partial<VisitList> = {}): VisitList {
  return {
    rows,
    total: rows.length,
    page: 1,
    page_size: 10,
    days: [],
    upcoming: { visits: 0, last_day: null },
    unfiltered: rows.length,
    frequencies: [],
    frequency_doctors: 0,
    ...given,
  };
}
