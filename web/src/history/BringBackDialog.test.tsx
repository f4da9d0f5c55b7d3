// First: the session is read once.
import "../testing/signed-in-admin.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findMessage, prepareScreen } from "../testing/render-screen.tsx";
import { anId } from "../testing/rows.ts";

test("units of a line come back as they were typed, and what is no number of units stays at its field", async () => {
  const { server, user, open } = prepareScreen();
  const [visit, line] = [anId(), anId()];
  server.answer(historyRoutes.deleted, {
    rows: [
      {
        ...{ change: 1, batch_id: anId(), at: "2025-11-19T04:30:00.000Z", by: "asha@rounds.example" },
        ...{ noun: "visits", id: visit, name: "Dr. Listed", visit_date: "2025-11-18" },
        ...{ visits: 1, sales: 1, units: 5 },
      },
    ],
    ...{ has_more: false, days: 30 },
  });
  server.refuse(historyRoutes.restore, "insufficient_stock", {
    details: {
      lines: [{ id: line, product_name: "Azilide 500", quantity: 5, available: 3, sold_on: "2025-11-18" }],
    },
  });
  await open("/deleted");
  await user.click(await screen.findByRole("button", { name: /^Bring back/ }));
  const dialog = await screen.findByRole("dialog", { name: "Bring back Dr. Listed, Nov 18, 2025" });
  const send = within(dialog).getByRole("button", { name: "Bring back" });
  await user.click(send);
  const units = await within(dialog).findByLabelText("Azilide 500, Nov 18, 2025");
  expect(units).toHaveProperty("value", "3");
  const asked = () => server.asked(historyRoutes.restore);
  for (const typed of ["1O", "4", " "]) {
    await user.clear(units);
    await user.type(units, typed);
    await user.click(send);
    expect(dialog.textContent).toContain("Please enter a whole number from 0 to 3");
    expect(units).toHaveProperty("value", typed);
  }
  expect(asked()).toHaveLength(1);
  server.cutOff(historyRoutes.restore);
  await user.clear(units);
  await user.type(units, "2 strips");
  await user.click(send);
  await within(dialog).findByText(/^The server can't be reached/);
  server.answer(historyRoutes.restore, { noun: "visits", id: visit, records: 1 });
  await user.click(send);
  await findMessage("Dr. Listed, Nov 18, 2025 is back.");
  expect(asked().at(-1)?.body).toEqual({ units: { [line]: 2 } });
  const keys = asked().map(({ key }) => key);
  expect(keys).toEqual([expect.any(String), keys[0], keys[0]]);
});

test("a deleted visit's own page says which sales come back with it", async () => {
  const { server, user, open } = prepareScreen();
  const [visit, batch_id] = [anId(), anId()];
  const change = {
    ...{ at: "2025-11-19T04:30:00.000Z", op: "deleted" as const, row_id: visit, batch_id, after: null },
    ...{ by: "asha@rounds.example", by_id: anId() },
  };
  server.answer(historyRoutes.ofRecord, {
    changes: [
      { ...change, id: 2, noun: "visits", before: { id: visit, visit_date: "2025-11-18" } },
      { ...change, id: 1, noun: "sales", before: { id: anId(), quantity: 5 } },
    ],
    ...{ has_more: false, created: null, names: { [visit]: "Dr. Listed" } },
  });
  server.refuse(visitRoutes.read, "not_found");
  await open(`/visits/${visit}`);
  await user.click(await screen.findByRole("button", { name: "Bring back" }));
  const dialog = await screen.findByRole("dialog", { name: "Bring back Visit to Dr. Listed" });
  expect(dialog.textContent).toContain("Comes back: 1 sale, 5 units leave the stock again.");
});
