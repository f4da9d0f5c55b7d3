import { randomUUID } from "node:crypto";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type { DoctorCreation } from "@rounds/domain/doctors/doctor-list.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { Product } from "@rounds/domain/products/product.ts";
import type { ProductCreation } from "@rounds/domain/products/product-list.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import type { Call } from "./person.ts";

/** A sale line by its product, with sensible figures for the rest. */
export type Line = { product: Product; quantity?: number; unit_price?: string };

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

export function buildersOf(call: Call): Builders {
  return {
    async doctor(given = {}) {
      return await call(doctorRoutes.create, { body: { id: randomUUID(), name: "Dr. Asha Rao", ...given } });
    },
    async product({ stock = 100, ...given } = {}) {
      const body = {
        id: randomUUID(),
        name: "Paracip 500",
        price: "12.50",
        category: "Pain Relief" as const,
        ...given,
      };
      const product = await call(productRoutes.create, { body });
      if (stock === 0) return product;
      const addition = { params: { id: product.id }, body: { id: randomUUID(), quantity: stock } };
      return (await call(stockRoutes.add, addition)).product;
    },
    async visit({ doctor, visit_date, status = "completed", notes = "", lines = [] }) {
      const items = lines.map(({ product, quantity = 1, unit_price = product.price }) => ({
        id: randomUUID(),
        product_id: product.id,
        quantity,
        unit_price,
      }));
      const body = { id: randomUUID(), doctor_id: doctor.id, visit_date, status, notes, items };
      return await call(visitRoutes.create, { body });
    },
  };
}
