import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitList, VisitRow } from "@rounds/domain/visits/visit-list.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { addPending } from "../../api/phone/pending-rows.ts";
import { atAddress, prepareScreen, rowTexts } from "../../testing/render-screen.tsx";
import { aDoctor, aVisitList, aVisitRow } from "../../testing/rows.ts";

const asha = aDoctor();
const dayHeadings = () => screen.queryAllByRole("rowheader").map(({ textContent }) => textContent);

function list(rows: VisitRow[], given: Partial<VisitList> = {}) {
  const { server, ...others } = prepareScreen();
  server.answer(visitRoutes.list, aVisitList(rows, given));
  return { server, ...others };
}

test("days are headings of their visits with the whole day's total", async () => {
  const days = ["2025-11-20", "2025-11-20", "2025-11-19", "2025-11-17"];
  const rows = days.map((day) => aVisitRow(asha, day));
  const { open } = list(rows, {
    days: [
      // More than on this page.
      { day: "2025-11-20", visits: 12, total_sales: "7803.90" },
      { day: "2025-11-19", visits: 1, total_sales: "100.05" },
      { day: "2025-11-17", visits: 1, total_sales: "0.00" },
    ],
  });
  await open("/visits");
  await waitFor(() =>
    expect(dayHeadings()).toEqual([
      expect.stringMatching(/^Today *Nov 20, 2025 *12 visits · ₹7,803\.90$/),
      expect.stringMatching(/^Yesterday *Nov 19, 2025 *1 visit · ₹100\.05$/),
      expect.stringMatching(/^Monday, November 17, 2025 *1 visit · ₹0\.00$/),
    ]),
  );
});

test("visits in the future are counted beside the dates, and shown by a press", async () => {
  const { server, user, open } = list([]);
  const upcoming = { visits: 1, last_day: "2025-11-25" };
  const ahead = { start_date: "2025-11-21", end_date: "2025-11-25" };
  server.answer(visitRoutes.list, ({ query: { start_date } }) => {
    const day = start_date === ahead.start_date ? "2025-11-25" : "2025-11-20";
    return aVisitList([aVisitRow(asha, day)], { upcoming });
  });
  await open("/visits");
  const button = await screen.findByRole("button", { name: /^Upcoming *1$/ });
  expect(rowTexts("Visits")).toEqual([expect.stringContaining("Nov 20")]);
  await user.click(button);
  await atAddress(`/visits?${new URLSearchParams(ahead)}`);
  await waitFor(() => expect(rowTexts("Visits")).toEqual([expect.stringContaining("Nov 25")]));
  expect(server.asked(visitRoutes.list).at(-1)?.query).toEqual(ahead);
  expect(button.getAttribute("aria-pressed")).toBe("true");
  await user.click(button);
  await atAddress("/visits");
  await waitFor(() => expect(rowTexts("Visits")).toEqual([expect.stringContaining("Nov 20")]));
});

test("a visit that is being saved stands at its place among those of the future, the nearest first", async () => {
  const days = ["2025-11-21", "2025-11-24"];
  const { open } = list(days.map((day) => aVisitRow(asha, day)));
  await open("/visits?start_date=2025-11-21&end_date=2025-11-30");
  await waitFor(() => expect(rowTexts("Visits")).toHaveLength(2));
  let remove = () => {};
  act(() => {
    remove = addPending("visits", aVisitRow(asha, "2025-11-22"));
  });
  await waitFor(() =>
    expect(rowTexts("Visits").map((text) => /Nov \d+/.exec(text ?? "")?.[0])).toEqual([
      "Nov 21",
      "Nov 22",
      "Nov 24",
    ]),
  );
  act(remove);
});

test("an empty list mentions visits in the future", async () => {
  const { server, user, open } = list([]);
  const upcoming = { visits: 1, last_day: "2025-11-21" };
  const tomorrow = aVisitRow(asha, "2025-11-21", { status: "scheduled" });
  server.answer(visitRoutes.list, ({ query }) =>
    aVisitList(query.end_date === "2025-11-20" ? [] : [tomorrow], { upcoming }),
  );
  await open("/visits");
  await screen.findByText("1 visit is in the future.");
  await user.click(screen.getByRole("button", { name: "Show upcoming visits" }));
  await waitFor(() => expect(dayHeadings()).toEqual([expect.stringMatching(/^Tomorrow *Nov 21, 2025/)]));
});
