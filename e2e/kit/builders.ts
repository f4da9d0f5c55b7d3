import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type { DoctorCreation } from "@rounds/domain/doctors/doctor-list.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { ProductCreation } from "@rounds/domain/products/product-list.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { anId, anItem, aProduct, aVisit } from "@rounds/testkit/builders.ts";
import type { Call } from "@rounds/testkit/caller.ts";

/** A sale line by its product, with sensible figures for the rest. */
type Line = { product: Product; quantity?: number; unit_price?: string };

/** Creates rows through the API; fields that are not given get a plain value. */
export type Builders = {
  doctor(given?: Partial<DoctorCreation>): Promise<Doctor>;
  product(given?: Partial<ProductCreation> & { stock?: number }): Promise<Product>;
  visit(given: {
    doctor: Doctor;
    visit_date: string;
    status?: Visit["status"];
    notes?: string;
    lines?: Line[];
  }): Promise<Visit>;
};

/** The builders of the kit as browser tests want them: plain rows with nothing in them that a test does not name. */
export function buildersOf(call: Call): Builders {
  const maker = { call };
  return {
    doctor: (given = {}) =>
      call(doctorRoutes.create, { body: { id: anId(), name: "Dr. Asha Rao", ...given } }),
    product: ({ stock = 100, ...given } = {}) =>
      aProduct(maker, stock, {
        name: "Paracip 500",
        price: "12.50",
        category: "Pain Relief",
        description: "",
        ...given,
      }),
    visit({ doctor, visit_date, status = "completed", notes = "", lines = [] }) {
      const items = lines.map(({ product, quantity, unit_price = product.price }) =>
        anItem(product.id, quantity, unit_price),
      );
      return aVisit(maker, doctor.id, { visit_date, status, notes, items });
    },
  };
}
