import { describe, expect, it } from "vitest";
import { maxItems } from "./visit.ts";
import { maxLinkText, type SharedVisit, visitLinkText, visitText } from "./visit-text.ts";

const sale = (name: string, quantity = 4) => ({
  product: { name },
  quantity,
  unit_price: "1234.50",
  total_amount: "4938.00",
});

const visit: SharedVisit = {
  doctor: { name: "Dr. Asha Rao", hospital: "Ruby Hall" },
  visit_date: "2025-11-20",
  status: "completed",
  notes: "Asked for samples & prices.\nCall on Monday.",
  sales: [sale("Amoxicillin 500"), { ...sale("Cetirizine", 1200), total_amount: "1481400.00" }],
  total_sales: "1486338.00",
};

const encoded = (text: string) => encodeURIComponent(text).length;

describe("a visit as text", () => {
  it("has the doctor, the day, the status, each product with its price, the total and the notes", () => {
    expect(visitText(visit)).toBe(
      [
        "Visit to Dr. Asha Rao, Ruby Hall",
        "Thursday, November 20, 2025 · Completed",
        "",
        "- Amoxicillin 500: 4 × ₹1,234.50 = ₹4,938.00",
        "- Cetirizine: 1,200 × ₹1,234.50 = ₹14,81,400.00",
        "",
        "Total: ₹14,86,338.00",
        "",
        "Notes: Asked for samples & prices.\nCall on Monday.",
      ].join("\n"),
    );
  });

  it("says who recorded it, if that is known", () => {
    const recorded_by = `Asha ${"V".repeat(60)}`;
    expect(visitText({ ...visit, recorded_by })).toContain(
      `· Completed\nRecorded by ${recorded_by}\n\n- Amox`,
    );
    expect(visitLinkText({ ...visit, recorded_by })).toContain(
      `\nRecorded by ${recorded_by.slice(0, 49)}…\n`,
    );
    expect(visitText({ ...visit, recorded_by: null })).toBe(visitText(visit));
    expect(visitText({ ...visit, recorded_by: "Asha", changed_by: "Ravi" })).toContain(
      "· Completed\nRecorded by Asha\nLast changed by Ravi\n\n- Amox",
    );
  });

  it("leaves out what a visit doesn't have", () => {
    const planned: SharedVisit = {
      ...visit,
      doctor: { name: "Dr. Asha Rao", hospital: null },
      status: "scheduled",
      notes: null,
      sales: [],
      total_sales: "0.00",
    };
    expect(visitText(planned)).toBe("Visit to Dr. Asha Rao\nThursday, November 20, 2025 · Scheduled");
  });

  it("is the same inside a link while it is short", () => {
    expect(visitLinkText(visit)).toBe(visitText(visit));
  });

  it("counts the products that don't fit in a link, and keeps the total and the notes", () => {
    const sales = Array.from({ length: maxItems }, (_, index) => sale(`Product ${index + 1}`));
    const text = visitLinkText({ ...visit, sales });
    const listed = text.split("\n").filter((line) => line.startsWith("- ")).length;
    expect(listed).toBeGreaterThan(10);
    expect(text).toContain(`\nand ${maxItems - listed} more\n\nTotal: ₹14,86,338.00\n\nNotes: Asked`);
    expect(text).toMatch(/Call on Monday\.$/);
    expect(encoded(text)).toBeLessThanOrEqual(maxLinkText);
    expect(visitText({ ...visit, sales }).match(/^- /gm)).toHaveLength(maxItems);
  });

  it("ends long notes in a link with dots", () => {
    const notes = "word ".repeat(1000).trim();
    const text = visitLinkText({ ...visit, notes });
    expect(text).toMatch(/Notes: word word .* wor?d?…$/);
    expect(encoded(text)).toBeLessThanOrEqual(maxLinkText);
    expect(encoded(text)).toBeGreaterThan(maxLinkText - 100);
    expect(visitText({ ...visit, notes })).toContain(notes);
  });

  it.each(["अ", "🩺", "%"])("fits in a link when all its texts are long and full of %s", (character) => {
    const long = character.repeat(200);
    const text = visitLinkText({
      ...visit,
      doctor: { name: long, hospital: long },
      sales: Array.from({ length: maxItems }, () => sale(long)),
      notes: character.repeat(5000),
    });
    expect(encoded(text)).toBeLessThanOrEqual(maxLinkText);
    expect(text).toContain("Total: ");
    expect(text).not.toContain("\uFFFD");
  });
});
