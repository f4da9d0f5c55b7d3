import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitUpdate } from "@rounds/domain/visits/visit-list.ts";
import { expect, test } from "vitest";
import { prepareScreen } from "../../testing/render-screen.tsx";
import { aDoctor, anId, aProduct, aSale, aVisit } from "../../testing/rows.ts";
import { completeCorrected, completeVisit } from "./complete-visit.ts";
import { newVisitForm } from "./visit-form.ts";

/** A completion of a plan by a page without a phone. */
function completion() {
  const { server } = prepareScreen();
  const [id, key] = [anId(), anId()];
  const form = { ...newVisitForm("2025-11-20", null), doctor_id: "", items: [], notes: "Seen" };
  return { server, id, key, attempt: () => completeVisit(id, form, key).catch((error) => error) };
}

test("sends what was typed, without what the plan holds", async () => {
  const { server, id, attempt } = completion();
  server.answer(visitRoutes.complete, aVisit(aDoctor(), { id, notes: "Bring it\nSeen" }));
  expect(await attempt()).toMatchObject({ id });
  const body = { visit_date: "2025-11-20", notes: "Seen", items: [] };
  const key = expect.any(String);
  expect(server.asked(visitRoutes.complete)).toEqual([{ params: { id }, query: {}, body, key }]);
});

test.each(["changed_meanwhile", "gone", "not_found"] as const)(
  "%s says what the next save does",
  async (code) => {
    const { server, attempt } = completion();
    server.refuse(visitRoutes.complete, code);
    expect(await attempt()).toMatchObject({
      code: "changed_meanwhile",
      message: expect.stringContaining("Save again to record this one beside it."),
    });
  },
);

/** A completion that is corrected after an attempt without an answer. */
function correction() {
  const { server } = prepareScreen();
  const [id, key, lineId] = [anId(), anId(), anId()];
  const line = (quantity: number) => ({ id: lineId, product_id: anId(), quantity, unit_price: "12.50" });
  const typed = (notes: string, quantity: number) => ({
    ...{ visit_date: "2025-11-20", notes },
    items: [line(quantity)],
  });
  const earlier = { typed: typed("Sen", 3), key };
  const attempt = () => completeCorrected(id, typed("Seen", 4), earlier, () => "new").catch((error) => error);
  /** The visit as a completion with these notes left it, which added to the plan's own. */
  const completed = (notes: string) => {
    const planned = aSale(aProduct(), { quantity: 1, total_amount: "12.50" });
    const added = aSale(aProduct(), { id: lineId, quantity: 3, total_amount: "37.50" });
    const sales = [planned, added];
    return aVisit(aDoctor(), { id, version: 5, status: "completed", notes: `Bring it\n${notes}`, sales });
  };
  server.answer(visitRoutes.update, ({ body }) => ({ ...completed("Seen"), ...(body as VisitUpdate) }));
  return { server, key, attempt, completed };
}

test.each([
  ["of the attempt without an answer", "Sen"],
  ["of a correction without an answer", "Seen"],
])("a correction takes the place %s", async (_, notes) => {
  const { server, key, attempt, completed } = correction();
  server.answer(visitRoutes.complete, completed(notes));
  await attempt();
  expect(server.asked(visitRoutes.complete)).toMatchObject([{ body: { notes: "Sen" }, key }]);
  expect(server.asked(visitRoutes.update)).toMatchObject([
    {
      body: {
        status: "completed",
        notes: "Bring it\nSeen",
        items: [{ quantity: 1 }, { quantity: 4 }],
        version: 5,
      },
    },
  ]);
});

test("a correction of what is refused is another completion", async () => {
  const { server, key, attempt } = correction();
  server.refuse(visitRoutes.complete, "insufficient_stock", { n: 2 });
  expect(await attempt()).toMatchObject({ code: "insufficient_stock" });
  expect(server.asked(visitRoutes.complete)).toMatchObject([
    { body: { notes: "Sen" }, key },
    { body: { notes: "Seen" }, key: "new" },
  ]);
});

test("a correction of a plan that somebody else completed changes nothing", async () => {
  const { server, attempt } = correction();
  server.refuse(visitRoutes.complete, "changed_meanwhile");
  expect(await attempt()).toMatchObject({ code: "changed_meanwhile" });
  expect(server.asked(visitRoutes.complete)).toHaveLength(1);
  expect(server.asked(visitRoutes.update)).toEqual([]);
});
