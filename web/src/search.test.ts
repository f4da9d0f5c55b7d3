import { dashboardPeriod } from "@rounds/domain/dashboard/dashboard.ts";
import { recordId } from "@rounds/domain/records/record.ts";
import { searchText } from "@rounds/domain/text/text.ts";
import { expect, test } from "vitest";
import {
  addVisitSearch,
  dashboardSearch,
  doctorsSearch,
  parseSearch,
  rowId,
  salesSearch,
  stringifySearch,
  visitsSearch,
} from "./search.ts";

test("an address returns the filters that were written into it", () => {
  const written = doctorsSearch({ search: "0012", doctor_class: "B", city: "Pune & Co", page: 3 });
  const address = stringifySearch(written);
  expect(address).toBe("?search=0012&doctor_class=B&city=Pune+%26+Co&page=3");
  expect(doctorsSearch(parseSearch(address))).toEqual(written);
});

test("wrong values count as not given", () => {
  for (const page of ["0", "-1", "1.5", "two", "1", "99999999999999999999"]) {
    expect(doctorsSearch({ page, doctor_class: "D", doctor_type: "both", search: "" })).toEqual({});
  }
});

test("a cleared date differs from one that was never set", () => {
  expect(visitsSearch({ start_date: "" })).toEqual({ start_date: "" });
  expect(visitsSearch({ start_date: "yesterday", end_date: "2025-01-05" })).toEqual({
    end_date: "2025-01-05",
  });
});

test("the address of a row holds its id, or that of no row", () => {
  const id = "0197A3B0-0000-7000-8000-000000000001";
  expect(rowId({ id })).toBe(id.toLowerCase());
  for (const wrong of ["permissions", "last-city", `${id}0`, "", undefined]) {
    // The API must take it for an id.
    expect(recordId.parse(rowId({ id: wrong }))).toBe("00000000-0000-0000-0000-000000000000");
  }
});

test("the doctor of a visit is the one in the address, or none that exists, or still to be chosen", () => {
  const id = "0197A3B0-0000-7000-8000-000000000001";
  expect(addVisitSearch({ doctor_id: id })).toEqual({ doctor_id: id.toLowerCase() });
  for (const wrong of ["abc", "places", `${id}0`]) {
    const read = addVisitSearch({ doctor_id: wrong });
    expect(read).toEqual({ doctor_id: "00000000-0000-0000-0000-000000000000" });
    // Screens read what the router has read already.
    expect(addVisitSearch(read)).toEqual(read);
  }
  expect([addVisitSearch({}), addVisitSearch({ doctor_id: "" })]).toEqual([{}, {}]);
});

test("a pasted control character separates words, as no text may contain it", () => {
  const read = (query: string) => doctorsSearch(parseSearch(query));
  expect(read("?search=Rao%0BPune&city=MG+Road%00%7F")).toEqual({ search: "Rao Pune", city: "MG Road" });
  expect(read("?search=%0B%1F+&city=%00")).toEqual({});
  for (let code = 0; code < 0x20; code++) {
    const { search = "" } = read(`?search=a${encodeURIComponent(String.fromCharCode(code))}b`);
    expect(searchText.safeParse(search).success, String(code)).toBe(true);
  }
});

test("an impossible day, a malformed id and an unknown category count as not given", () => {
  const id = "0197A3B0-0000-7000-8000-000000000001";
  const read = salesSearch({
    start_date: "2025-02-30",
    doctor_id: "nonsense",
    product_id: id,
    category: "Tea",
  });
  expect(read).toEqual({ product_id: id.toLowerCase() });
});

test("a period of the dashboard is one that the server takes, and counts as not given otherwise", () => {
  for (const period of ["all-time", "1900-01", "2025-10", "2999-12"])
    expect(dashboardSearch({ period })).toEqual({ period: dashboardPeriod.parse(period) });
  for (const period of ["1850-03", "3000-01", "2025-13", "2025", "2025-01-05", "soon", undefined])
    expect(dashboardSearch({ period })).toEqual({});
});
