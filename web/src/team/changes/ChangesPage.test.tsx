import type { HistoryChange } from "@rounds/domain/history/history.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import type { TeamMember } from "@rounds/domain/team/team.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { atAddress, chips, findMessage, prepareScreen, typeInto } from "../../testing/render-screen.tsx";
import { anId } from "../../testing/rows.ts";

const [listed, crocin] = [anId(), anId()];
const ravi: TeamMember = {
  ...{ id: anId(), email: "ravi@rounds.example", phone: null, name: null },
  ...{ role: "representative", status: "active", created_at: "2025-11-01T04:30:00.000Z" },
  ...{ last_sign_in_at: null, sessions: 0, has_second_factor: false },
};

const change = (given: Partial<HistoryChange>): HistoryChange => ({
  ...{ id: 1, at: "2025-11-19T04:30:00.000Z", noun: "doctors", op: "updated", row_id: listed },
  ...{ by: "asha@rounds.example", by_id: anId(), batch_id: anId(), before: null, after: null },
  ...given,
});
const ofDoctor = change({ id: 3, before: { doctor_class: "B" }, after: { doctor_class: "A" } });
const ofProduct = change({
  ...{ id: 2, noun: "products", row_id: crocin, by: ravi.email, by_id: ravi.id },
  ...{ before: { name: "Crocin" }, after: { name: "Crocin Advance" } },
});
const holiday = change({
  ...{ noun: "holidays", op: "added", row_id: null },
  after: { day: "2026-08-15", name: "Independence Day" },
});
const names = { [listed]: "Dr. Listed", [crocin]: "Crocin Advance" };

test("all changes say who changed what, and are filtered by kind and person", async () => {
  const { server, user, open } = prepareScreen();
  server.answer(historyRoutes.list, ({ query: { noun } }) => ({
    changes: noun === "products" ? [ofProduct] : [ofDoctor, ofProduct, holiday],
    has_more: false,
    names,
  }));
  server.answer(teamRoutes.list, { rows: [ravi], total: 1, unfiltered: 1, page: 1, page_size: 20 });
  await open("/team/changes");
  await screen.findByText("Independence Day");
  const main = within(screen.getByRole("main"));
  const entry = (text: RegExp) =>
    main.getAllByRole("listitem").find(({ textContent }) => text.test(textContent ?? ""))?.textContent;
  expect(entry(/^Doctor Dr\. Listed/)).toContain("asha@rounds.example changed the class from B to A");
  expect(entry(/Product Crocin Advance/)).toContain("ravi@rounds.example");
  expect(entry(/^Holiday/)).toContain("added the holiday Independence Day on Aug 15, 2026");

  await user.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "Products");
  await atAddress("/team/changes?noun=products");
  await waitFor(() => expect(entry(/^Doctor/)).toBeUndefined());
  expect(server.asked(historyRoutes.list).at(-1)?.query).toEqual({ noun: "products" });
  await user.type(screen.getByRole("combobox", { name: "Person" }), "ravi");
  await user.click(await screen.findByRole("option", { name: "ravi@rounds.example" }));
  await atAddress(`/team/changes?noun=products&by=${ravi.id}`);
  await waitFor(() =>
    expect(server.asked(historyRoutes.list).at(-1)?.query).toEqual({ noun: "products", by: ravi.id }),
  );
  expect(chips()).toEqual(["Person: ravi@rounds.example", "Kind: Products"]);
  expect(entry(/Crocin Advance/)).toBeTruthy();

  // All that the filters show, as either kind of file.
  const save = vi.fn(() => "blob:file");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => {} }));
  server.answer(historyRoutes.export, "a file");
  await user.click(await screen.findByRole("button", { name: "Export" }));
  await user.click(await screen.findByRole("button", { name: "Excel" }));
  await findMessage("Changes exported successfully");
  expect(save).toHaveBeenCalledOnce();
  const query = { noun: "products", by: ravi.id, format: "xlsx" };
  expect(server.asked(historyRoutes.export)).toMatchObject([{ query }]);
});

test("changes are filtered by days once both are set and in order, on the page and in its file", async () => {
  const { server, user, open } = prepareScreen();
  const days = { start_date: "2025-11-18", end_date: "2025-11-20" };
  server.answer(historyRoutes.list, ({ query: { start_date = "", end_date = "" } }) => ({
    changes: end_date < start_date ? [] : [ofDoctor],
    has_more: false,
    names,
  }));
  const asked = () => server.asked(historyRoutes.list).at(-1)?.query;
  const day = (label: "Start Date" | "End Date") => screen.getByLabelText<HTMLInputElement>(label);
  await open("/team/changes");
  await screen.findByText(/changed the class/);
  await typeInto(user, day("Start Date"), days.start_date);
  await screen.findByText("Select end date to apply the date range.");
  await atAddress(`/team/changes?start_date=${days.start_date}`);
  expect([asked(), chips()]).toEqual([{}, []]);

  await typeInto(user, day("End Date"), "2025-11-17");
  await screen.findByText("End date cannot be earlier than start date.");
  await screen.findByText("Nothing found matching your filters.");
  expect(chips()).toEqual([]);
  expect(await screen.findByRole("button", { name: "Export" })).toHaveProperty("ariaDisabled", "true");

  await typeInto(user, day("End Date"), days.end_date);
  await screen.findByText(/changed the class/);
  expect(asked()).toEqual(days);
  expect(chips()).toEqual(["Days: Nov 18, 2025 to Nov 20, 2025"]);
  await user.clear(day("Start Date"));
  await screen.findByText("Select start date to apply the date range.");
  await waitFor(() => expect(chips()).toEqual([]));
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:file", revokeObjectURL: () => {} }));
  server.answer(historyRoutes.export, "a file");
  await user.click(await screen.findByRole("button", { name: "Export" }));
  await user.click(await screen.findByRole("button", { name: "Excel" }));
  await findMessage("Changes exported successfully");
  expect(server.asked(historyRoutes.export).map(({ query }) => query)).toEqual([{ format: "xlsx" }]);
});

test("an empty list of changes has nothing to export", async () => {
  const { server, open } = prepareScreen();
  server.answer(historyRoutes.list, { changes: [], has_more: false, names: {} });
  await open("/team/changes");
  await screen.findByText("No changes yet.");
  expect(await screen.findByRole<HTMLButtonElement>("button", { name: "Export" })).toHaveProperty(
    "ariaDisabled",
    "true",
  );
});
