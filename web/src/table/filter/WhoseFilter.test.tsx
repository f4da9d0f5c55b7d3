import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { address, chips, headings, prepareScreen, rowTexts } from "../../testing/render-screen.tsx";
import { aDoctor, anId, aProduct, aVisitList, aVisitRow } from "../../testing/rows.ts";
import { ownId } from "../../testing/signed-in.ts";

const me = { id: ownId, name: "Asha Verma" };
const bina = { id: anId(), name: "Bina Rao" };

const mine = { ...aDoctor({ name: "Dr. Mine", representative_id: me.id }), last_visit: null };
const hers = { ...aDoctor({ name: "Dr. Hers", representative_id: bina.id }), last_visit: null };
const shared = { ...aDoctor({ name: "Dr. Shared", representative_id: null }), last_visit: null };

const product = aProduct();
const ledger = `/products/${product.id}`;

/** The lists of a team, filtered by nobody: a test looks at what is asked. */
function team() {
  const prepared = prepareScreen();
  const { server } = prepared;
  const rows = [mine, hers, shared];
  server.answer(coverageRoutes.representatives, { rows: [me, bina] });
  server.answer(doctorRoutes.list, { rows, total: 3, unfiltered: 3, page: 1, page_size: 10 });
  server.answer(doctorRoutes.places, { cities: [], addresses: [] });
  const visits = [me.id, bina.id, null].map((created_by, n) =>
    aVisitRow(mine, `2025-11-1${n}`, { created_by }),
  );
  server.answer(visitRoutes.list, aVisitList(visits));
  const sales = visits.map(({ created_by, visit_date, doctor: { id, name } }) => ({
    ...{ id: anId(), visit_id: anId(), transaction_date: visit_date, visit_date, created_by },
    ...{ quantity: 1, unit_price: "10.00", total_amount: "10.00" },
    doctor: { id, name, specialization: null },
    product: { id: anId(), name: "Paracip 500", category: null },
  }));
  server.answer(salesRoutes.list, { rows: sales, total: 3, page: 1, page_size: 10 });
  server.answer(salesRoutes.summary, {
    ...{ revenue: "30.00", items_sold: 3, transactions: 3 },
    ...{ by_category: [], top_doctors: [], trend: null, before: null },
  });
  server.answer(productRoutes.pick, []);
  server.answer(productRoutes.read, { ...product, has_sales: true });
  server.answer(historyRoutes.ofRecord, { changes: [], has_more: false, created: null, names: {} });
  const movement = {
    ...{ id: anId(), product_id: product.id, transaction_type: "purchase" as const, quantity: 5, balance: 5 },
    ...{ transaction_date: "2025-11-20", created_at: "2025-11-20T06:30:00.000Z" },
    ...{ reference_type: "manual_adjustment" as const, reference_id: null, notes: null },
    ...{ visit_id: null, doctor_name: null, created_by: bina.id, made_by: bina.name },
  };
  server.answer(stockRoutes.ledger, { rows: [movement], total: 1, page: 1, page_size: 10 });
  return prepared;
}

test("a row that somebody else changed last says so", async () => {
  const { server, open } = team();
  const changes = [null, bina.id].map((changed_by_id, n) =>
    aVisitRow(mine, `2025-11-1${n}`, { created_by: me.id, changed_by_id }),
  );
  server.answer(visitRoutes.list, aVisitList(changes));
  await open("/visits");
  await waitFor(() => expect(headings("Visits")).toContain("Recorded By"));
  const [plain, changed] = rowTexts("Visits").filter((text) => text.includes("Dr. "));
  expect(plain).not.toContain("Changed by");
  expect(changed).toContain("Changed by Bina Rao");
});

const filter = () => screen.findByRole<HTMLSelectElement>("combobox", { name: "Representative" });

test.each([
  ["/doctors", "Doctors", "Representative", ["Asha Verma", "Bina Rao", "Everybody"]],
  ["/visits", "Visits", "Recorded By", ["Asha Verma", "Bina Rao", "Nobody"]],
  ["/sales", "Sales Details", "Recorded By", ["Asha Verma", "Bina Rao", "Nobody"]],
])("%s says whose each row is", async (path, table, header, whose) => {
  const { open } = team();
  await open(path);
  await waitFor(() => expect(headings(table)).toContain(header));
  const texts = rowTexts(table).filter((text) => text.includes("Dr. "));
  whose.forEach((name, n) => {
    expect(texts[n]).toContain(name);
  });
});

test.each([
  ["/doctors", doctorRoutes.list, "Everybody"],
  ["/visits", visitRoutes.list, "Nobody"],
  ["/sales", salesRoutes.summary, "Nobody"],
  [ledger, stockRoutes.ledger, "Nobody"],
])(
  "%s is filtered by a person, by oneself and by nobody, and a chip takes it away",
  async (path, route, nobody) => {
    const { server, user, open } = team();
    const asked = () => server.asked(route).at(-1)?.query.representative;
    await open(path);
    for (const [choice, value] of [
      ["Me", "me"],
      ["Bina Rao", bina.id],
      [nobody, "nobody"],
    ] as const) {
      await user.selectOptions(await filter(), choice);
      await waitFor(() => expect(asked()).toBe(value));
      expect(address()).toContain(`representative=${value}`);
      expect(chips()).toEqual([`Representative: ${choice}`]);
    }
    await user.click(screen.getByRole("button", { name: `Remove filter Representative: ${nobody}` }));
    await waitFor(() => expect(address()).toBe(path));
  },
);

test("the ledger says in one column who made an entry", async () => {
  const { open } = team();
  await open(`${ledger}?representative=${bina.id}`);
  await waitFor(() => expect(chips()).toEqual(["Representative: Bina Rao"]));
  await screen.findByRole("table", { name: "Stock History" });
  expect(headings("Stock History").slice(-2)).toEqual(["Notes", "By"]);
  expect(rowTexts("Stock History")).toEqual([expect.stringContaining("Bina Rao")]);
  expect(screen.getByText("All movements by Bina Rao")).toBeTruthy();
});

test("one's own are one tap away, and one more shows all", async () => {
  const { server, user, open } = team();
  await open("/doctors");
  const toggle = await screen.findByRole("button", { name: "Mine" });
  // Whether it is on can be seen by more than its colour.
  const sign = () => toggle.querySelector("svg");
  expect(sign()).toBeNull();
  expect(toggle.className).toContain("aria-pressed:border-accent");
  await user.click(toggle);
  await waitFor(() => expect(server.asked(doctorRoutes.list).at(-1)?.query.representative).toBe("me"));
  expect(toggle.getAttribute("aria-pressed")).toBe("true");
  expect(sign()).toBeTruthy();
  await user.click(toggle);
  await waitFor(() => expect(address()).toBe("/doctors"));
  expect(toggle.getAttribute("aria-pressed")).toBe("false");
  expect(sign()).toBeNull();
});

test("a link to somebody who left, or to oneself by id, says whom it shows", async () => {
  const { open } = team();
  await open(`/doctors?representative=${anId()}`);
  await waitFor(() => expect(chips()).toEqual(["Representative: Somebody else"]));
  expect((await filter()).selectedOptions[0]?.textContent).toBe("Somebody else");
  await open(`/doctors?representative=${me.id}`);
  await waitFor(() => expect(chips()).toEqual(["Representative: Me"]));
  expect((await filter()).value).toBe("me");
});

test("somebody who works alone sees no filter and no column", async () => {
  const { open } = team();
  await open("/doctors");
  await waitFor(() => expect(headings("Doctors")).toContain("Representative"));
  await filter();
  await screen.findByRole("button", { name: "Mine" });
  act(() => void queryClient.setQueryData(["coverage", "representatives"], { rows: [me] }));
  await waitFor(() => expect(headings("Doctors")).not.toContain("Representative"));
  expect(screen.queryByRole("combobox", { name: "Representative" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Mine" })).toBeNull();
});
