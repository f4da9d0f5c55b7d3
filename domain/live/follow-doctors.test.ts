import { describe, expect, test } from "vitest";
import type { DoctorList, DoctorRow } from "../doctors/doctor-list.ts";
import type { VisitRow } from "../visits/visit-list.ts";
import { followDoctorList } from "./follow-doctors.ts";
import { type LiveTable, type News, newsWithoutRows, type ToldRows } from "./news.ts";

const d: DoctorRow = {
  ...{ id: "d", version: 1, created_at: "2025-06-01T10:00:00.000Z", updated_at: "2025-06-01T10:00:00.000Z" },
  ...{ created_by: null, updated_by: null, name: "Dr. d", specialization: null, hospital: null },
  ...{ doctor_class: null, doctor_type: null, contact_number: null, email: null, address: null },
  ...{ norm: null, representative_id: null },
  last_visit: "2025-06-01",
};
const shown: DoctorList = { rows: [d], total: 1, page: 1, page_size: 10, unfiltered: 1 };

const today = "2025-06-03";

const visitTo = (id: string): VisitRow => ({
  ...{
    id: "v",
    visit_date: "2025-06-02",
    status: "completed",
    notes: null,
    created_by: null,
    total_sales: "0.00",
    item_count: 0,
  },
  doctor: { id, name: `Dr. ${id}`, specialization: null, hospital: null, address: null },
});

function newsOf(told: Partial<ToldRows>, untold: LiveTable[] = []): News {
  const nothing = newsWithoutRows([], 1).rows;
  return { tables: ["doctors", "visits"], untold, rows: { ...nothing, ...told }, pages: 1 };
}
const nothing = { added: [], changed: [], gone: [] };

describe("the last visit of a doctor in the list", () => {
  test.each([
    ["a changed one", newsOf({ visits: { ...nothing, changed: [visitTo("d")] } }), "later"],
    ["a visit that isn't told", newsOf({}, ["visits"]), "later"],
    ["a new visit to somebody else", newsOf({ visits: { ...nothing, added: [visitTo("e")] } }), "no"],
    [
      "a changed one, whose doctor may have been another",
      newsOf({ visits: { ...nothing, changed: [visitTo("e")] } }),
      "stale",
    ],
    ["a deleted one", newsOf({ visits: { ...nothing, gone: ["v"] } }), "stale"],
  ] as const)("%s: it is read again %s", (_, news, read) => {
    expect(followDoctorList(shown, {}, news, today)).toEqual({ data: shown, read });
  });

  test.each([
    ["a new call", { status: "completed", visit_date: "2025-06-02" }, "2025-06-02"],
    ["an older call", { status: "completed", visit_date: "2025-05-31" }, "2025-06-01"],
    ["a call of a day to come", { status: "completed", visit_date: "2025-06-04" }, "2025-06-01"],
    ["a planned visit", { status: "scheduled", visit_date: "2025-06-02" }, "2025-06-01"],
  ] as const)("is known after %s without reading it again", (_, visit, last_visit) => {
    const added = [{ ...visitTo("d"), ...visit }];
    expect(followDoctorList(shown, {}, newsOf({ visits: { ...nothing, added } }), today)).toEqual({
      data: { ...shown, rows: [{ ...d, last_visit }] },
      read: "no",
    });
  });

  test("stays when the doctor is told anew", () => {
    const { last_visit: _, ...told } = { ...d, specialization: "Cardiology", version: 2 };
    const followed = followDoctorList(shown, {}, newsOf({ doctors: { ...nothing, changed: [told] } }), today);
    expect(followed).toEqual({
      data: { ...shown, rows: [{ ...told, last_visit: "2025-06-01" }] },
      read: "no",
    });
  });

  test("is not made up for a list from a server that does not say it", () => {
    const { last_visit: _, ...without } = d;
    const list = { ...shown, rows: [without as DoctorRow] };
    const news = newsOf({ doctors: { ...nothing, changed: [{ ...without, version: 2 }] } });
    expect(followDoctorList(list, {}, news, today).data.rows[0]).not.toHaveProperty("last_visit");
  });
});
