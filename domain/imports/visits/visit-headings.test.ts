import { describe, expect, test } from "vitest";
import { guessMapping } from "../headings.ts";
import type { ColumnField } from "../import-fields.ts";
import { visitList } from "./visit-list.ts";

describe("a heading of a list of visits", () => {
  const fields: Partial<Record<ColumnField, string[]>> = {
    visit_date: ["DCR date", "Date", "Visit Date", "Call Dt.", "Bill Date", "Date of Visit", "Dt"],
    doctor: ["Dr Name", "Party", "Doctor's Name", "Name of Doctor", "Customer Name", "Dr. Visited", "DrName"],
    contact_number: ["Dr Mobile", "Mobile No.", "Phone", "Party Contact No"],
    hospital: ["Hospital/Clinic", "Hospital", "Clinic Name"],
    city: ["City", "HQ", "Station", "Dr City"],
    product: ["Product", "Item Name", "Product Name", "Brand", "Particulars", "Products Detailed"],
    quantity: ["Qty", "Qty.", "Quantity", "POB Qty", "Units", "Sale Qty"],
    unit_price: ["Rate", "Unit Price", "PTR", "Price", "Net Rate"],
    amount: ["Value", "Amount", "POB Value", "Net Amount", "Amt (Rs.)", "Sale Value", "POB"],
    status: ["Status", "Met / Not Met"],
    notes: ["Remarks", "Notes", "Feedback", "Call Remarks"],
    representative: ["Recorded By", "MR", "MR Name", "Rep", "Employee Name", "Salesman", "Visited by"],
    reference: ["Bill No", "Invoice No.", "DCR No", "Ref", "Order Number"],
  };
  test.each(Object.entries(fields))("%s", (field, headings) => {
    for (const heading of headings)
      expect([heading, guessMapping("visits", [heading])[0]]).toEqual([heading, field]);
  });

  test("that means nothing here is left out", () => {
    const headings = ["Sr. No.", "DOB", "Batch No", "Discount %", "Closing Stock", "Doctor Code", "GST No"];
    expect(guessMapping("visits", headings)).toEqual(headings.map(() => null));
  });
});

test("a choice of columns needs a day, a doctor, and all of a sale or nothing", () => {
  const problem = (...columns: ColumnField[]) => visitList.problem(new Set(columns));
  expect(problem("doctor")).toMatch(/date/);
  expect(problem("visit_date")).toMatch(/doctor/);
  expect(problem("visit_date", "contact_number")).toBeUndefined();
  expect(problem("visit_date", "doctor", "product")).toMatch(/quantity/);
  expect(problem("visit_date", "doctor", "quantity")).toMatch(/product/);
  expect(problem("visit_date", "doctor", "product", "quantity")).toMatch(/unit price or the amount/);
  expect(problem("visit_date", "doctor", "product", "quantity", "amount")).toBeUndefined();
});

test("the end of a list is no visit", () => {
  expect(visitList.isEnd({ doctor: "Total" })).toBe(true);
  expect(visitList.isEnd({ visit_date: "Grand total", amount: "5000" })).toBe(true);
  expect(visitList.isEnd({ visit_date: "25/11/2026", doctor: "Dr. Rao" })).toBe(false);
});
