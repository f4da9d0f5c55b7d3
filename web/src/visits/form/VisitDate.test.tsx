import { productRoutes } from "@rounds/domain/products/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { address, description, prepareScreen, typeInto } from "../../testing/render-screen.tsx";
import { aDoctor, aVisit } from "../../testing/rows.ts";

/** The form of a stored visit without items. */
async function openEdit(given: { visit_date: string; status?: "scheduled" }) {
  const { server, user, open } = prepareScreen();
  const visit = aVisit(aDoctor(), given);
  server.answer(visitRoutes.read, visit);
  server.answer(visitRoutes.ofDoctor, { rows: [], total: 0, page: 1, page_size: 10 });
  server.answer(visitRoutes.lastPrices, []);
  server.answer(productRoutes.pick, []);
  await open(`/visits/${visit.id}/edit`);
  return { server, user };
}

const day = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

test("a visit's day is typed as people write it, and what isn't one stays with an error", async () => {
  const { server, user } = await openEdit({ visit_date: "2025-11-03" });
  const field = await day("Visit Date");
  expect(field.value).toBe("Nov 03, 2025");
  for (const [typed, shown] of [
    ["22/11/2024", "Nov 22, 2024"],
    // A record lies behind.
    ["22 11", "Nov 22, 2024"],
    ["20 nov", "Nov 20, 2025"],
    ["2024-11-22", "Nov 22, 2024"],
    ["today", "Nov 20, 2025"],
  ] as const) {
    await typeInto(user, field, typed);
    await user.tab();
    expect(field.value).toBe(shown);
  }
  field.focus();
  await user.keyboard("{ArrowUp}");
  expect(field.value).toBe("Nov 21, 2025");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(field.value).toBe("Nov 19, 2025");

  await typeInto(user, field, "one fine day");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(description(field)).toBe("Please enter a date"));
  expect(field.value).toBe("one fine day");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(server.asked(visitRoutes.update)).toEqual([]);
});

test("the day of a scheduled visit lies ahead, and one in the past is asked about", async () => {
  const { server, user } = await openEdit({ visit_date: "2025-11-24", status: "scheduled" });
  const field = await day("Visit Date");
  await typeInto(user, field, "5/1");
  await user.tab();
  expect(field.value).toBe("Jan 05, 2026");
  await typeInto(user, field, "5/1/2025");
  await user.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("The visit is scheduled, but Jan 05, 2025 is in the past.");
  expect(server.asked(visitRoutes.update)).toEqual([]);
});

test("a filter's day that isn't one stays with an error, and the day of before filters", async () => {
  const { server, user, open } = prepareScreen();
  server.answer(visitRoutes.list, {
    ...{ rows: [], total: 0, page: 1, page_size: 10, days: [], unfiltered: 0 },
    ...{ upcoming: { visits: 0, last_day: null }, frequencies: [], frequency_doctors: 0 },
  });
  const days = { start_date: "2025-11-02", end_date: "2025-11-20" };
  await open(`/visits?${new URLSearchParams(days)}`);
  const start = await day("Start Date");
  start.focus();
  start.select();
  await user.keyboard("one fine day");
  await user.tab();
  expect(start.value).toBe("one fine day");
  await waitFor(() => expect(description(start)).toBe("Please enter a day such as 22/11/2026."));
  expect(address()).toContain("start_date=2025-11-02");
  // An empty list also asks whether there is a visit on another day.
  expect(server.asked(visitRoutes.list).map(({ query }) => query)).toEqual([days, {}]);
});
