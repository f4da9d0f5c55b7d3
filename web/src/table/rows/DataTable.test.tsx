import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useReducer } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "../../testing/render-page.tsx";
import { adaptList } from "../adapted-lists.ts";
import type { DataTableProps } from "./columns.ts";
import { DataTable } from "./DataTable.tsx";
import { RowActions } from "./RowActions.tsx";

type Row = { id: string; name: string; city: string };
const added = { header: "Added", cell: () => "added" };
const rows: Row[] = [{ id: "1", name: "Dr. Asha Rao", city: "Pune" }];

function table(props: Partial<DataTableProps<Row>> = {}) {
  return (
    <DataTable
      label="Doctors"
      columns={[
        { header: "Name", cell: (row) => row.name, priority: 1 },
        { header: "City", cell: (row) => row.city },
      ]}
      rows={rows}
      rowKey={(row) => row.id}
      rowTarget={(row) => ({ to: `/doctors/${row.id}` })}
      error={null}
      errorText="Error loading doctors. Please try again."
      onRetry={() => undefined}
      empty={<p>No doctors added yet.</p>}
      {...props}
    />
  );
}

test("is a table with headings, whose rows lead to their details", async () => {
  const router = await renderPage(
    table({ actions: (row) => <RowActions name={row.name} onDelete={() => undefined} /> }),
  );
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
    "Name",
    "City",
    "Actions",
  ]);
  expect(screen.getByRole("link", { name: "Dr. Asha Rao" }).getAttribute("href")).toBe("/doctors/1");
  fireEvent.click(screen.getByRole("button", { name: "Delete Dr. Asha Rao" }));
  expect(router.location.pathname).toBe("/");
  fireEvent.click(screen.getByText("Pune"));
  await vi.waitFor(() => expect(router.location.pathname).toBe("/doctors/1"));
});

test("headings separate groups of rows, and are not rows", async () => {
  const three = ["Pune", "Pune", "Kochi"].map((city, n) => ({ id: `${n}`, name: `Dr. ${n}`, city }));
  await renderPage(
    table({ rows: three, groups: { keyOf: (row) => row.city, heading: (city) => `In ${city}` } }),
  );
  expect(screen.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "NameCity",
    "In Pune",
    "Dr. 0Pune",
    "Dr. 1Pune",
    "In Kochi",
    "Dr. 2Kochi",
  ]);
  expect(screen.getAllByRole("rowheader")).toHaveLength(2);
  expect(document.querySelectorAll("[data-row]")).toHaveLength(3);
});

test("below 640 px each row is a card", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("max-width"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await renderPage(table());
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByRole("list", { name: "Doctors" }).textContent).toBe("Dr. Asha RaoCityPune");
  vi.unstubAllGlobals();
});

test("shows that it is loading, that there is no data, and that loading failed", async () => {
  const onRetry = vi.fn();
  await renderPage(
    <>
      {table({ rows: undefined })}
      {table({ rows: [] })}
      {table({ rows: undefined, error: new Error("down"), onRetry })}
    </>,
  );
  expect(screen.getByText("Loading Doctors")).toBeTruthy();
  expect(screen.getByText("No doctors added yet.")).toBeTruthy();
  expect(screen.getByText("Error loading doctors. Please try again.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test("old rows stay beside an error", async () => {
  await renderPage(table({ error: new Error("down") }));
  expect(screen.getByText("Error loading doctors. Please try again.")).toBeTruthy();
  expect(screen.getByText("Dr. Asha Rao")).toBeTruthy();
});

test.each([
  ["rows", false],
  ["cards of a phone", true],
])("%s are rendered once, however often their screen is, and not for another address", async (_, phone) => {
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: phone && query.includes("max-width") }),
  );
  const restore = adaptList("Doctors", (list) => ({ ...list, columns: [...list.columns, added] }));
  try {
    const built = vi.fn();
    const columns = [{ header: "Name", cell: (row: Row) => built() ?? row.name }];
    const stable = { columns, rowTarget: (row: Row) => ({ to: `/doctors/${row.id}` }) };
    let renderScreen = () => {};
    function ScreenOfRows() {
      [, renderScreen] = useReducer((times: number) => times + 1, 0);
      return table(stable);
    }
    const router = await renderPage(<ScreenOfRows />);
    const before = built.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    act(renderScreen);
    await act(async () => void router.navigate({ to: "/?page=2" }));
    expect(built).toHaveBeenCalledTimes(before);
  } finally {
    restore();
    vi.unstubAllGlobals();
  }
});

test("a table that is too wide loses all columns that don't fit in one step, the least important first, and at once when it is shown again", async () => {
  const widths: Record<string, number> = { Name: 300, City: 200, Class: 100, Notes: 200 };
  const built = vi.fn();
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(function (this: HTMLElement) {
    const heads = this instanceof HTMLTableElement ? [...this.querySelectorAll("thead th")] : [this];
    return heads.reduce((sum, { textContent }) => sum + (widths[textContent ?? ""] ?? 0), 0);
  });
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(520);
  try {
    const column = (header: string, priority: 1 | 2 | 3) => ({
      ...{ header, priority, columnFrom: 0 },
      cell: () => header,
    });
    const name = { ...column("Name", 1), cell: () => built() ?? "Dr. Asha Rao" };
    const columns = [name, column("City", 2), column("Class", 3), column("Notes", 3)];
    const heads = () => screen.getAllByRole("columnheader").map((head) => head.textContent);
    await renderPage(table({ columns, rows: [...rows] }));
    // With the next frame.
    await vi.waitFor(() => expect(heads()).toEqual(["Name", "City"]));
    // At first with all columns, then with those that fit.
    expect(built).toHaveBeenCalledTimes(2);

    cleanup();
    await renderPage(table({ columns, rows: [...rows] }));
    expect(heads()).toEqual(["Name", "City"]);
    expect(built).toHaveBeenCalledTimes(3);

    cleanup();
    // Of two that are equally important, the one that asks for more room.
    const roomier = columns.map((one) => (one.header === "Class" ? { ...one, columnFrom: 10 } : one));
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(710);
    await renderPage(table({ label: "Others", columns: roomier, rows: [...rows] }));
    await vi.waitFor(() => expect(heads()).toEqual(["Name", "City", "Notes"]));
  } finally {
    vi.restoreAllMocks();
  }
});
