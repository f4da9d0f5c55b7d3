import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { anId } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";
import { bringIn, checked, importing } from "./imports.ts";

const rows = [{ name: "Dr. Anil Roy" }];
const unknownDoctor = "Dr. Whom Nobody Knows";
const visits = [{ doctor: unknownDoctor, visit_date: "2025-06-10" }];
const begun = async (member: Member) => ({ id: await importing(member, rows) });
const ready = async (member: Member) => ({ id: (await checked(member, rows)).id });
const done = async (member: Member) => ({ id: (await bringIn(member, rows)).id });
/** Texts that are stored and not answered, parts that may be left out, and a row without cells. */
const harmless = (field: string, value: unknown) =>
  typeof value === "string" || value === undefined || value === null || field.endsWith("cells");

/** A valid call of each route of imports. */
export const importCalls = {
  "imports.list": async () => importRoutes.list,
  "imports.create": async () => ({
    ...importRoutes.create,
    body: {
      id: anId(),
      noun: "doctors",
      file_name: "doctors.csv",
      mapping: [
        { heading: "Doctor", field: "name" },
        { heading: "Remarks", field: null },
      ],
    },
    harmless,
  }),
  "imports.read": async (member: Member) => ({ ...importRoutes.read, params: await begun(member) }),
  "imports.delete": async (member: Member) => ({ ...importRoutes.delete, params: await begun(member) }),
  "imports.rows": async (member: Member) => ({
    ...importRoutes.rows,
    params: await ready(member),
    takes: ["verdict", "page"],
  }),
  "imports.export": async (member: Member) => ({
    ...importRoutes.export,
    params: await ready(member),
    query: { verdict: "create", format: "csv" },
    takes: ["verdict", "format"],
  }),
  "imports.send": async (member: Member) => ({
    ...importRoutes.send,
    params: await begun(member),
    body: { rows: [{ line: 2, cells: { name: "Dr. Anil Roy", city: "Delhi" } }] },
    harmless,
  }),
  "imports.check": async (member: Member) => ({ ...importRoutes.check, params: await begun(member) }),
  "imports.fix": async (member: Member) => ({
    ...importRoutes.fix,
    params: await ready(member),
    body: { line: 2, cells: { name: "Dr. Anil Das" }, decision: "create" },
    harmless,
  }),
  "imports.decide": async (member: Member) => ({
    ...importRoutes.decide,
    params: { id: (await checked(member, [{ name: "Anil Roy" }, { name: "ANIL ROY" }])).id },
    body: { decision: "create" },
  }),
  "imports.names": async (member: Member) => ({
    ...importRoutes.names,
    params: { id: (await checked(member, visits, "visits")).id },
    takes: ["page"],
  }),
  "imports.match": async (member: Member) => ({
    ...importRoutes.match,
    params: { id: (await checked(member, visits, "visits")).id },
    body: { kind: "doctor", cells: { doctor: unknownDoctor }, choice: "left_out" },
    harmless: (field: string, value: unknown) => field === "cells" && value === undefined,
  }),
  "imports.stock": async (member: Member) => ({
    ...importRoutes.stock,
    params: { id: (await checked(member, visits, "visits")).id },
    body: { moves_stock: true },
    harmless: (_: string, value: unknown) => typeof value === "boolean",
  }),
  "imports.apply": async (member: Member) => ({ ...importRoutes.apply, params: await ready(member) }),
  "imports.undo": async (member: Member) => ({ ...importRoutes.undo, params: await done(member) }),
};
