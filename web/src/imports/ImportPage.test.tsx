import type { ImportRow } from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { anImport, answerImports, aRow, readOnPage } from "../testing/import-answers.ts";
import {
  address,
  description,
  findMessage,
  prepareScreen,
  setOnline,
  typeInto,
} from "../testing/render-screen.tsx";
import { anId } from "../testing/rows.ts";

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const select = (name: string) => screen.findByRole<HTMLSelectElement>("combobox", { name });
const file = (text: string, name = "nagpur.csv") => new File([text], name, { type: "text/csv" });
const list = [
  "ABC PHARMA - NAGPUR HQ,,,",
  "S.No,Dr. Name,Mob,HQ",
  "1,DR A RAO,9876543210,Nagpur",
  "2,DR S IYER,9.88E+09,Nagpur",
  "3,DR K DAS,,Pune",
  "4,DR P SEN,,Pune",
].join("\n");

const candidate = { id: anId(), name: "Dr. K. Das", where: "Ruby Hall, Pune" };

/** As the server would: a phone with lost digits is refused, and Das is there already. */
function judge({ cells }: ImportRow): Partial<ImportRow> {
  if (cells.contact_number?.includes("E+"))
    return {
      verdict: "refused",
      reasons: [
        { field: "contact_number", code: "lost_digits", message: "The sheet lost digits of this number" },
      ],
    };
  if (cells.name === "DR K DAS")
    return {
      verdict: "look",
      reasons: [{ field: null, code: "alike", message: "Looks like Dr. K. Das" }],
      target: candidate,
      candidates: [candidate],
    };
  return { verdict: "create" };
}

async function choose(before: Parameters<typeof answerImports>[2] = []) {
  const prepared = prepareScreen();
  readOnPage();
  answerImports(prepared.server, judge, before);
  await prepared.open("/data/import");
  const input = await screen.findByLabelText<HTMLInputElement>("Choose a file, or drop it here");
  return { ...prepared, upload: (chosen: File) => prepared.user.upload(input, chosen) };
}

test("a list is chosen, its columns are guessed, it is checked, corrected, decided, applied and undone", async () => {
  const { server, user, upload } = await choose();
  expect(await screen.findByText(/None yet/)).toBeTruthy();
  await upload(file(list));

  expect((await select("Dr. Name")).value).toBe("name");
  expect((await select("S.No")).value).toBe("");
  expect((await select("Mob")).value).toBe("contact_number");
  expect((await select("HQ")).value).toBe("city");
  expect((await select("Headings")).value).toBe("1");
  expect(description(await select("HQ"))).toBe("Nagpur · Pune");
  button("Check 4 rows").focus();
  await user.keyboard("{Enter}");

  await screen.findByRole("button", { name: "Import 2 doctors" });
  // The button is gone; the keyboard continues at what came instead.
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Nothing is imported yet"));
  expect(address()).toMatch(/^\/data\/import\?id=/);
  expect(server.asked(importRoutes.create)[0]?.body).toMatchObject({
    file_name: "nagpur.csv",
    mapping: [
      { field: null },
      { heading: "Dr. Name", field: "name" },
      { field: "contact_number" },
      { field: "city" },
    ],
  });
  expect(server.asked(importRoutes.send)[0]?.body).toMatchObject({
    rows: [
      { line: 3, cells: { name: "DR A RAO", contact_number: "9876543210", city: "Nagpur" } },
      { line: 4 },
      { line: 5 },
      { line: 6 },
    ],
  });
  expect(
    screen.getByText(/1 that can't be imported and 1 that nobody decided about will be left out/),
  ).toBeTruthy();

  // What a person has to decide comes first.
  expect(button("Look at 1").getAttribute("aria-pressed")).toBe("true");
  await user.click(button("Same doctor as Dr. K. Das Ruby Hall, Pune, line 5"));
  await screen.findByRole("button", { name: "Update 1" });
  expect(server.asked(importRoutes.fix)[0]?.body).toEqual({
    line: 5,
    decision: "update",
    target_id: candidate.id,
  });
  // It stays where it was, and the decision can be taken back.
  expect(button("Same doctor as Dr. K. Das Ruby Hall, Pune, line 5").getAttribute("aria-pressed")).toBe(
    "true",
  );
  await user.click(button("Another doctor, line 5"));
  await screen.findByRole("button", { name: "Import 3 doctors" });

  await user.click(button("Can't 1"));
  expect(await screen.findByText(/Contact Number: The sheet lost digits/)).toBeTruthy();
  const save = vi.fn();
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => {} }));
  server.answer(importRoutes.export, "a workbook");
  await user.click(button("Save this row as Excel"));
  await findMessage("Rows saved successfully");
  expect(save).toHaveBeenCalledOnce();
  expect(server.asked(importRoutes.export)[0]?.query).toEqual({ verdict: "refused", format: "xlsx" });
  await user.click(button("Correct line 4"));
  const phone = await screen.findByLabelText<HTMLInputElement>("Contact Number");
  expect(description(phone)).toBe("The sheet lost digits of this number");
  await typeInto(user, phone, "9.8E+09");
  await user.keyboard("{Enter}");
  await findMessage("Line 4 still can't be imported.");
  await typeInto(user, await screen.findByLabelText<HTMLInputElement>("Contact Number"), "9876543211");
  await user.keyboard("{Enter}");
  await findMessage("Line 4: Create");

  await user.click(button("All 4"));
  await user.click(await screen.findByRole("button", { name: "Leave out line 6" }));
  await user.click(await screen.findByRole("button", { name: "Import 3 doctors" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Import" }));
  expect(await screen.findByText("3 doctors imported.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "DR A RAO" })).toBeTruthy();
  expect(screen.getByText(/until Dec 20, 2025/)).toBeTruthy();

  await user.click(button("Undo"));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("3 rows undone.")).toBeTruthy();
});

test("all rows that wait for a person are decided about at once", async () => {
  const { server, user, upload } = await choose();
  await upload(file(`${list}\n5,DR K DAS,,Pune`));
  await user.click(await screen.findByRole("button", { name: "Check 5 rows" }));
  await user.click(await screen.findByRole("button", { name: "All are other doctors" }));
  const dialog = () => within(screen.getByRole("alertdialog"));
  expect(dialog().getByText("Import these 2 rows as other doctors?")).toBeTruthy();
  await user.click(dialog().getByRole("button", { name: "Other doctors" }));
  await screen.findByRole("button", { name: "Import 4 doctors" });
  expect(server.asked(importRoutes.decide).map(({ body }) => body)).toEqual([{ decision: "create" }]);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.queryByRole("button", { name: "Leave all out" })).toBeNull();
});

test("what fails while deciding about all is said, and can be tried again", async () => {
  const { server, user, upload } = await choose();
  await upload(file(`${list}\n5,DR K DAS,,Pune`));
  await user.click(await screen.findByRole("button", { name: "Check 5 rows" }));
  await user.click(await screen.findByRole("button", { name: "Leave all out" }));
  server.cutOff(importRoutes.decide);
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Leave out" }));
  expect(await within(screen.getByRole("alertdialog")).findByRole("alert")).toBeTruthy();
});

test("a checked list goes back to its columns, and other columns take the place of the first", async () => {
  const { server, user, upload } = await choose();
  await upload(file(list));
  await user.selectOptions(await select("HQ"), "Area (joined to the address)");
  await user.click(button("Check 4 rows"));
  await screen.findByRole("button", { name: "Import 2 doctors" });
  const [first] = server.asked(importRoutes.create).map(({ body }) => (body as { id: string }).id);

  await user.click(screen.getByRole("link", { name: "Change the columns" }));
  expect((await select("HQ")).value).toBe("area");
  await user.selectOptions(await select("HQ"), "City");
  await user.click(button("Check 4 rows"));
  await screen.findByRole("button", { name: "Import 2 doctors" });
  expect(server.asked(importRoutes.delete).map(({ params }) => params.id)).toEqual([first]);
  expect(server.asked(importRoutes.send).at(-1)?.body).toMatchObject({
    rows: [{ cells: { city: "Nagpur" } }, {}, {}, {}],
  });

  // What is imported is over: the next list begins anew.
  await user.click(button("Import 2 doctors"));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Import" }));
  await screen.findByText("2 doctors imported.");
  await user.click(screen.getByRole("link", { name: "Import another list" }));
  expect(await screen.findByLabelText("Choose a file, or drop it here")).toBeTruthy();
  expect(screen.queryByRole("combobox", { name: "HQ" })).toBeNull();
});

test("a corrected file of the same name is sent anew, and the import of the first stays", async () => {
  const { server, user, upload } = await choose();
  await upload(file(list));
  await user.click(await screen.findByRole("button", { name: "Check 4 rows" }));
  await screen.findByRole("button", { name: "Import 2 doctors" });
  await user.click(screen.getByRole("link", { name: "Change the columns" }));
  await user.click(await screen.findByRole("button", { name: "Choose another list" }));
  const input = await screen.findByLabelText<HTMLInputElement>("Choose a file, or drop it here");
  await user.upload(input, file(list.replace("9.88E+09", "9876543211")));
  await user.click(await screen.findByRole("button", { name: "Check 4 rows" }));
  await screen.findByRole("button", { name: "Import 3 doctors" });
  expect(server.asked(importRoutes.create)).toHaveLength(2);
  expect(server.asked(importRoutes.delete)).toHaveLength(0);

  // The first one is among one's own imports, without its file.
  await user.click(screen.getByRole("link", { name: "Change the columns" }));
  await user.click(await screen.findByRole("button", { name: "Choose another list" }));
  await user.click((await screen.findAllByRole("link", { name: /nagpur.csv/ })).at(-1) as HTMLElement);
  await screen.findByRole("button", { name: "Import 2 doctors" });
  expect(screen.queryByRole("link", { name: "Change the columns" })).toBeNull();
});

test("a lost connection loses nothing: Retry goes on where it ended, under the same id", async () => {
  const { server, user, upload } = await choose();
  await upload(file(list));
  await select("Dr. Name");
  server.cutOff(importRoutes.send);
  await user.click(button("Check 4 rows"));
  expect(await screen.findByText(/Nothing is lost/)).toBeTruthy();
  await user.click(button("Back to the columns"));
  expect((await select("Dr. Name")).value).toBe("name");
  await user.click(button("Check 4 rows"));
  expect(await screen.findByText(/Nothing is lost/)).toBeTruthy();
  expect(server.asked(importRoutes.create)).toHaveLength(1);
  answerAgain();
  await user.click(button("Retry"));
  await screen.findByRole("button", { name: "Import 2 doctors" });
  expect(new Set(server.asked(importRoutes.send).map(({ params }) => params.id)).size).toBe(1);

  server.cutOff(importRoutes.apply);
  await user.click(button("Import 2 doctors"));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Import" }));
  expect(await screen.findByText(/Nothing is lost/)).toBeTruthy();

  function answerAgain() {
    const found = server.asked(importRoutes.create)[0]?.body as { id: string; file_name: string };
    answerImports(server, judge, [
      { state: anImport({ ...found, mapping: [], state: "filling" }), rows: [] },
    ]);
  }
});

test("a column can be another field, never two the same, and the choice is offered again for the same headings", async () => {
  const used = anImport({
    mapping: [
      { heading: "Dr. Name", field: "name" },
      { heading: "Place", field: "area" },
      { heading: "Town", field: "city" },
    ],
    state: "applied",
  });
  const { user, upload } = await choose([{ state: used, rows: [] }]);
  await screen.findByRole("link", { name: /nagpur.csv/ });
  await upload(file("DR NAME,Place,Town\nDr. Rao,Camp,Pune"));
  expect((await select("Place")).value).toBe("area");
  expect(screen.getByText(/as you chose them last time/)).toBeTruthy();
  await user.selectOptions(await select("Place"), "City");
  expect((await select("Town")).value).toBe("");
  expect(screen.queryByText(/as you chose them last time/)).toBeNull();
  await user.selectOptions(await select("DR NAME"), "Not imported");
  expect(await screen.findByText("Please choose which column is the doctor's name.")).toBeTruthy();
  expect(button("Check 1 row")).toHaveProperty("ariaDisabled", "true");
});

test("cells are pasted, without headings if there are none; what can't be read is said, and stays typed", async () => {
  const { user } = await choose();
  const field = screen.getByLabelText<HTMLTextAreaElement>("Or paste cells");
  await user.click(field);
  await user.paste("Dr. Rao\tPune\t9876543210\nDr. Iyer\tPune\t9876543211");
  await user.click(button("Read the cells"));
  expect((await select("Column A")).value).toBe("name");
  expect((await select("Column C")).value).toBe("contact_number");
  await user.selectOptions(await select("Headings"), "Line 1: Dr. Rao · Pune · 9876543210");
  expect(await select("Dr. Rao")).toBeTruthy();
  await user.click(button("Choose another list"));
  await user.upload(
    await screen.findByLabelText("Choose a file, or drop it here"),
    file("\u0000\u0001\u0002\u0000"),
  );
  expect((await screen.findByRole("alert")).textContent).toMatch("This is not a sheet.");
});

test.each([
  ["an empty file", "", "This sheet is empty. Please choose another list."],
  ["blank lines", "\r\n,,\r\n", "This sheet is empty. Please choose another list."],
  ["headings alone", "Name,Mobile\r\n", "There are no rows below the headings. Please choose another list."],
])("%s: it is said that there is nothing to check", async (_, content, problem) => {
  const { user } = await choose();
  await user.upload(screen.getByLabelText("Choose a file, or drop it here"), file(content));
  expect((await screen.findByRole("alert")).textContent).toBe(problem);
  expect(button("Check 0 rows")).toHaveProperty("ariaDisabled", "true");
  expect(screen.queryByText(/look whether each column/)).toBeNull();
  expect(screen.queryByRole("option", { name: /\(empty\)/ })).toBeNull();
});

test("without a connection the screen says that it needs one", async () => {
  await choose();
  setOnline(false);
  expect(await screen.findByText(/An import needs a connection/)).toBeTruthy();
});

test("an import that was left while it was applied can be continued, and one that is not applied thrown away", async () => {
  const rows = [
    aRow({ line: 2, outcome: "applied", record_id: anId() }),
    aRow({ line: 3 }),
    aRow({ line: 4, verdict: "update", changes: [{ field: "city", from: null, to: "Pune" }] }),
  ];
  const applying = anImport({ id: anId(), state: "applying", file_name: "half.csv" });
  const half = anImport({ id: anId(), state: "filling", file_name: "lost.csv" });
  const { user, open } = await choose([
    { state: applying, rows },
    { state: half, rows: [] },
  ]);
  expect(await screen.findByText(/Stopped after 1 of 3/)).toBeTruthy();
  await user.click(await screen.findByRole("link", { name: /half.csv/ }));
  await user.click(await screen.findByRole("button", { name: "Continue" }));
  expect(await screen.findByText("3 doctors imported.")).toBeTruthy();

  await open(`/data/import?id=${half.id}`);
  await user.click(await screen.findByRole("button", { name: "Throw away" }));
  await user.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Throw away" }),
  );
  await findMessage("Import thrown away");
  await waitFor(() => expect(screen.queryByText(/lost.csv/)).toBeNull());
});

test("what an update changes is shown as from and to, and a lost import says so", async () => {
  const changes: ImportRow["changes"] = [
    { field: "contact_number", from: "98765", to: "9876543210" },
    { field: "email", from: null, to: "a@b.in" },
  ];
  const state = anImport({ id: anId() });
  const { server, open } = await choose([{ state, rows: [aRow({ line: 2, verdict: "update", changes })] }]);
  await open(`/data/import?id=${state.id}`);
  const rows = await screen.findByRole("list", { name: "Rows" });
  expect(within(rows).getByText("9876543210")).toBeTruthy();
  expect(within(rows).getByText("nothing")).toBeTruthy();
  server.refuse(importRoutes.read, "not_found");
  await open(`/data/import?id=${anId()}`);
  expect(await screen.findByText(/not here any more/)).toBeTruthy();
});

test("thousands of rows that are pasted are read at once and never shown in the field", async () => {
  const { user } = await choose();
  const field = screen.getByLabelText<HTMLTextAreaElement>("Or paste cells");
  await user.click(field);
  await user.paste("Dr. Name\tHQ\n");
  expect(field.value).toBe("Dr. Name\tHQ\n");
  await user.paste(Array.from({ length: 5000 }, (_, at) => `Dr. Number ${at}\tPune`).join("\n"));
  expect(await screen.findByRole("button", { name: "Check 5,000 rows" })).toBeTruthy();
  expect((await select("HQ")).value).toBe("city");
});
