import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { DetailField } from "./DetailField.tsx";
import { StatusBadge } from "./StatusBadge.tsx";

test.each([
  ["completed", "Completed", "text-good"],
  ["scheduled", "Scheduled", "text-warn"],
  ["cancelled", "Cancelled", "text-warn"],
  ["", "N/A", "text-warn"],
  [null, "N/A", "text-warn"],
])("status %j shows as %s", (status, text, tone) => {
  render(<StatusBadge status={status} />);
  expect(screen.getByText(text).className).toContain(tone);
});

test("a detail without a value shows N/A, but 0 is a value", () => {
  render(
    <dl>
      <DetailField label="Hospital" value="" />
      <DetailField label="Stock" value={0} />
    </dl>,
  );
  expect(screen.getAllByRole("definition").map((field) => field.textContent)).toEqual(["N/A", "0"]);
});
