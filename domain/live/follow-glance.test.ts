import { expect, test } from "vitest";
import type { Doctor } from "../doctors/doctor.ts";
import type { Glance } from "../glance/glance.ts";
import type { VisitRow } from "../visits/visit-list.ts";
import { followGlance } from "./follow-glance.ts";
import { type LiveTable, newsWithoutRows, type ToldRows } from "./news.ts";

const glance = { bought: [] } as unknown as Glance;
const doctor = { id: "d", version: 2 } as Doctor;
const visitTo = (id: string) => ({ id: "v", doctor: { id } }) as VisitRow;
const { rows: nothing } = newsWithoutRows([], 1);

function readAfter(told: { [Table in keyof ToldRows]?: Partial<ToldRows[Table]> }, untold: LiveTable[] = []) {
  const rows = {
    doctors: { ...nothing.doctors, ...told.doctors },
    products: { ...nothing.products, ...told.products },
    visits: { ...nothing.visits, ...told.visits },
  };
  return followGlance(glance, "d", { tables: ["doctors", "visits"], untold, rows, pages: 1 });
}

test.each([
  ["later", "the doctor is deleted", { doctors: { gone: ["d"] } }, []],
  ["later", "the doctor is visited", { visits: { added: [visitTo("d")] } }, []],
  [
    "later",
    "a visit is changed that may have been the doctor's",
    { visits: { changed: [visitTo("e")] } },
    [],
  ],
  ["later", "a visit is deleted that may have been the doctor's", { visits: { gone: ["v"] } }, []],
  ["later", "it is not told which sales changed", {}, ["sales" as const]],
  ["stale", "the doctor is changed", { doctors: { changed: [doctor] } }, []],
  ["no", "somebody else is changed", { doctors: { changed: [{ ...doctor, id: "e" }] } }, []],
  ["no", "somebody else is visited", { visits: { added: [visitTo("e")] } }, []],
])("a doctor at a glance is read again %s if %s", (read, _, told, untold) => {
  expect(readAfter(told, untold)).toEqual({ data: glance, read });
});
