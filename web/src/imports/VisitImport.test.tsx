import type { LikeRecord } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import type { ImportName, NameMatch, StockChoice } from "@rounds/domain/imports/visits/names.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { anImport, answerImports, aRow, readOnPage } from "../testing/import-answers.ts";
import { description, findMessage, prepareScreen } from "../testing/render-screen.tsx";
import { anId } from "../testing/rows.ts";

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const select = (name: string) => screen.findByRole<HTMLSelectElement>("combobox", { name });
const roy: LikeRecord = { id: anId(), name: "Dr. Anil Roy", where: "Ruby Hall, Pune" };
const unclear = { state: "unclear", record: null, is_remembered: false } as const;
const names: ImportName[] = [
  { kind: "doctor", cells: { doctor: "A Roy", city: "Pune" }, rows: 12, ...unclear, candidates: [roy] },
  { kind: "product", cells: { product: "Paracp" }, rows: 1, ...unclear, candidates: [] },
];

/** An import of past visits that is checked, whose names the stand-in server keeps. */
async function openChecked(list: ImportName[] = names) {
  const prepared = prepareScreen();
  const { server } = prepared;
  const state = anImport({ noun: "visits", file_name: "dcr.csv", moves_stock: false });
  const rows = [
    aRow({
      line: 2,
      cells: { doctor: "Dr. Meera Iyer", visit_date: "10/06/2025", product: "Zinc", quantity: "2" },
    }),
    aRow({
      line: 3,
      cells: { doctor: "A Roy", visit_date: "10/06/2025" },
      verdict: "look",
      reasons: [
        { field: "doctor", code: "doctor_unclear", message: "It is not clear which doctor this is." },
      ],
    }),
    aRow({
      line: 4,
      cells: { doctor: "Dr. Meera Iyer", visit_date: "09/06/2025" },
      verdict: "look",
      reasons: [{ field: null, code: "visit_there", message: "A visit is there already." }],
    }),
  ];
  answerImports(server, () => ({}), [{ state, rows }]);
  const current = list.map((name) => ({ ...name }));
  server.answer(importRoutes.names, () => ({
    rows: current,
    unclear: current.filter((name) => name.state === "unclear").length,
    ...{ total: current.length, page: 1, page_size: 25 },
  }));
  const now = () => ({ ...state, total: 3, counts: { ...state.counts, create: 1, look: 2 } });
  server.answer(importRoutes.match, ({ body }) => {
    const { kind, choice } = body as NameMatch;
    const name = current.find((one) => one.kind === kind);
    if (name) name.state = choice === "unclear" || choice === "left_out" ? choice : "chosen";
    return now();
  });
  server.answer(importRoutes.stock, ({ body }) => {
    state.moves_stock = (body as StockChoice).moves_stock;
    return now();
  });
  await prepared.open(`/data/import?id=${state.id}`);
  await screen.findByRole("button", { name: "Import 1 row" });
  return prepared;
}

test("a list of visits is read with its own headings", async () => {
  const { server, user, open } = prepareScreen();
  readOnPage();
  answerImports(server);
  server.answer(importRoutes.names, { rows: [], unclear: 0, total: 0, page: 1, page_size: 25 });
  await open("/data/import?of=visits");
  await screen.findByRole("heading", { name: "Import past visits" });
  const list = "DCR Date,Party,Product,Qty,Rate,MR\n10/06/2025,Dr. Rao,Zinc,2,12.50,Asha\n";
  const input = await screen.findByLabelText<HTMLInputElement>("Choose a file, or drop it here");
  await user.upload(input, new File([list], "dcr.csv", { type: "text/csv" }));
  expect((await select("DCR Date")).value).toBe("visit_date");
  expect((await select("Party")).value).toBe("doctor");
  expect((await select("MR")).value).toBe("representative");
  await user.click(button("Check 1 row"));
  await screen.findByRole("button", { name: "Import 1 row" });
  expect(server.asked(importRoutes.create)[0]?.body).toMatchObject({ noun: "visits" });
  expect(server.asked(importRoutes.send)[0]?.body).toMatchObject({
    rows: [
      { line: 2, cells: { doctor: "Dr. Rao", visit_date: "10/06/2025", quantity: "2", unit_price: "12.50" } },
    ],
  });
  // All names are clear, once they are read.
  await waitFor(() => expect(screen.queryByText("Names to match")).toBeNull());
});

test("each name that is not clear is decided once, and can be decided again", async () => {
  const { server, user } = await openChecked();
  const list = await screen.findByRole("list", { name: "Names to match" });
  expect(screen.getByText(/2 names are not clear/)).toBeTruthy();
  expect(within(list).getByText("Pune · 12 rows")).toBeTruthy();
  await user.click(button("It is this one: Dr. Anil Roy Ruby Hall, Pune, for A Roy"));
  await screen.findByText(/1 name is not clear/);
  expect(server.asked(importRoutes.match)[0]?.body).toEqual({
    kind: "doctor",
    cells: { doctor: "A Roy", city: "Pune" },
    choice: roy.id,
  });
  expect(within(list).getByText("Matched")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(button("Decide again about A Roy")));

  await user.click(button("Leave these rows out: Paracp"));
  await screen.findByText("You have decided about all names.");
  await user.click(button("Decide again about A Roy"));
  await screen.findByText(/1 name is not clear/);
  await waitFor(() => expect(document.activeElement).toBe(button("Search for A Roy")));
  expect(server.asked(importRoutes.match).map(({ body }) => (body as NameMatch).choice)).toEqual([
    roy.id,
    "left_out",
    "unclear",
  ]);
});

test("a name that was decided for another file says so until it is decided again", async () => {
  const [name] = names;
  if (!name) throw new Error("There is no name.");
  const { user } = await openChecked([{ ...name, state: "chosen", record: roy, is_remembered: true }]);
  await screen.findByText("As you decided for another file.");
  await user.click(button("Decide again about A Roy"));
  await screen.findByText(/1 name is not clear/);
  expect(screen.queryByText("As you decided for another file.")).toBeNull();
});

test("a name is searched among all products, and a refusal changes nothing", async () => {
  const { server, user } = await openChecked();
  const zinc = { id: anId(), name: "Zinc 50", price: "12.50", current_stock: 4 };
  server.answer(productRoutes.pick, [zinc]);
  await user.click(await screen.findByRole("button", { name: "Search for Paracp" }));
  server.refuse(importRoutes.match, "import_moved_on");
  await user.click(await screen.findByRole("option", { name: /Zinc 50/ }));
  await findMessage(/“Paracp” was not matched/);
  expect(screen.getByText(/2 names are not clear/)).toBeTruthy();
  expect(server.asked(importRoutes.match)[0]?.body).toMatchObject({ kind: "product", choice: zinc.id });
});

test("a row whose name is not clear asks nothing of its own; another one can be imported anyway", async () => {
  await openChecked();
  await screen.findByText(/A visit is there already/);
  expect(screen.queryByRole("button", { name: "Import it anyway, line 3" })).toBeNull();
  expect(button("Import it anyway, line 4")).toBeTruthy();
});

test("the stock stays as it is unless somebody asks, and the question before the import says so", async () => {
  const { server, user } = await openChecked([]);
  const box = screen.getByRole<HTMLInputElement>("checkbox", {
    name: "Take the sold units out of the stock",
  });
  expect(box.checked).toBe(false);
  expect(description(box)).toMatch(/the stock stays as it is/);
  await user.click(button("Import 1 row"));
  expect((await screen.findByRole("alertdialog")).textContent).toContain("The stock stays as it is.");
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Cancel" }));
  await user.click(box);
  await screen.findByText(/Each sale takes its units/);
  expect(server.asked(importRoutes.stock)[0]?.body).toEqual({ moves_stock: true });
  await user.click(button("Import 1 row"));
  expect((await screen.findByRole("alertdialog")).textContent).toContain(
    "Their units are taken out of the stock.",
  );
});
