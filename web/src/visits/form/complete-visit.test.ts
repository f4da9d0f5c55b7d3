import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { expect, test } from "vitest";
import { prepareScreen } from "../../testing/render-screen.tsx";
import { aDoctor, anId, aVisit } from "../../testing/rows.ts";
import { completeVisit } from "./complete-visit.ts";
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
