import type { ImportCells } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { aDoctor, aProduct } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { checked, wholly } from "./imports.ts";

type Importer = Pick<Member, "call">;

let made = 0;

/** A doctor and a product whose names nothing else has. */
export async function aPair(by: Importer, stock = 0) {
  const number = String.fromCharCode(...[...String(1000 + made++)].map((digit) => digit.charCodeAt(0) + 49));
  const doctor = await aDoctor(by, { name: `Dr. Only${number}`, contact_number: null, email: null });
  const product = await aProduct(by, stock, { name: `Product ${number} 500` });
  return { doctor, product };
}

/** What a person does with lists of past visits. */
export function visitImporter(by: Importer) {
  const rowsOf = async (id: string) => (await by.call(importRoutes.rows, { params: { id }, query: {} })).rows;
  return {
    check: (cells: readonly ImportCells[]) => checked(by, cells, "visits"),
    checkAgain: (id: string) => wholly(by, importRoutes.check, id, "checked"),
    apply: (id: string) => wholly(by, importRoutes.apply, id, "applied"),
    undo: (id: string) => wholly(by, importRoutes.undo, id, "undone"),
    moveStock: (id: string, moves_stock: boolean) =>
      by.call(importRoutes.stock, { params: { id }, body: { moves_stock } }),
    rowsOf,
    verdicts: async (id: string) => (await rowsOf(id)).map(({ verdict }) => verdict),
    reasons: async (id: string) => (await rowsOf(id)).map((row) => row.reasons[0]?.message ?? ""),
    /** All of a doctor's visits with their sales, newest first. */
    visitsOf: async (doctor_id: string) => {
      const { rows } = await by.call(visitRoutes.ofDoctor, { params: { id: doctor_id }, query: {} });
      return await Promise.all(rows.map(({ id }) => by.call(visitRoutes.read, { params: { id } })));
    },
  };
}
