import { expect, test } from "vitest";
import type { Entry } from "../../phone/entry.ts";
import { judge } from "./judge.ts";

const id = "00000000-0000-7000-8000-000000000001";
const base = { id, version: 3, name: "A", hospital: "H" } as never;
const entry = (op: Entry["op"], body: object | null) =>
  ({ noun: "doctors", op, entity: id, body, base, attempts: 1 }) as unknown as Entry;
const update = entry("update", { version: 3, name: "B", hospital: "H" });
const refusal = (status: number, code: string, details = {}) => ({
  status,
  body: { code, message: "", details, request_id: "" },
});

test.each([
  ["no answer", "none", { is: "later", answered: false }],
  ["a busy server", refusal(503, "unavailable"), { is: "later", answered: true }],
  ["too many requests", { ...refusal(429, "too_many_requests"), retry_after: 7 }, { is: "later", wait: 7 }],
  ["a slow request", refusal(408, "request_timeout"), { is: "later" }],
  ["a request that came too early", refusal(425, "unavailable"), { is: "later" }],
  ["the page of another network", { status: 200, body: undefined }, { is: "later", answered: false }],
  ["another network's refusal", { status: 403, body: "<html>" }, { is: "later", answered: false }],
  ["an expired session", refusal(401, "not_signed_in"), { is: "paused" }],
  ["a second step", refusal(403, "second_factor_needed"), { is: "paused" }],
  ["a refusal", refusal(403, "forbidden"), { is: "refused", error: { code: "forbidden" } }],
  ["a row that is gone", refusal(410, "gone"), { is: "refused", error: { code: "gone" } }],
] as const)("%s", (_, answer, verdict) => {
  expect(judge(update, answer)).toMatchObject(verdict);
});

test("a deletion of what is gone is done", () => {
  expect(judge(entry("delete", null), refusal(410, "gone"))).toMatchObject({ is: "done", row: null });
  expect(judge(entry("delete", null), refusal(404, "not_found"))).toMatchObject({ is: "done", row: null });
});

test("an edit that is there already is done, also if the server writes the values in another form", () => {
  const current = { id, version: 4, name: "B", hospital: "H", email: null };
  const wanted = entry("update", { version: 3, name: " B ", hospital: "H", email: "" });
  expect(judge(wanted, refusal(409, "changed_meanwhile", { current }))).toMatchObject({
    is: "done",
    row: { version: 4 },
  });
});

test("an edit is merged with what somebody else changed", () => {
  const current = { id, version: 5, name: "A", hospital: "Apollo" };
  const verdict = judge(
    update,
    refusal(409, "changed_meanwhile", { current, changed_by: "asha@rounds.example" }),
  );
  expect(verdict).toMatchObject({
    is: "merged",
    with: "asha@rounds.example",
    body: { version: 5, name: "B", hospital: "Apollo" },
    base: { version: 5 },
  });
});

test("a value that both changed is the person's to decide", () => {
  const current = { id, version: 5, name: "C", hospital: "H" };
  expect(judge(update, refusal(409, "changed_meanwhile", { current }))).toMatchObject({ is: "refused" });
});

test("sale lines are merged only if one side left them alone", () => {
  const line = (unit_price: string) => ({ id: "l", product_id: "p", quantity: 1, unit_price });
  const lines = (...sales: object[]) => ({ id, version: 3, notes: "n", sales });
  const own = { ...update, noun: "visits", base: lines(line("1.00")) } as unknown as Entry;
  const mine = { ...own, body: { version: 3, notes: "mine", items: [line("1.00")] } };
  const changed = refusal(409, "changed_meanwhile", { current: { ...lines(line("2.00")), version: 4 } });
  expect(judge(mine, changed)).toMatchObject({ is: "merged", body: { items: [line("2.00")] } });
  expect(judge({ ...own, body: { version: 3, notes: "n", items: [] } }, changed)).toMatchObject({
    is: "refused",
  });
});

const plan = {
  id,
  version: 3,
  doctor_id: "d",
  visit_date: "2026-11-24",
  status: "scheduled",
  notes: "Old",
  sales: [],
};
const completion = {
  ...{ noun: "visits", op: "complete", entity: id, base: plan, attempts: 1 },
  body: { visit_date: "2026-11-25", notes: "Seen", items: [] },
} as unknown as Entry;
const done = { ...plan, version: 4, visit_date: "2026-11-25", status: "completed", notes: "Old\nSeen" };

test("a completion is done with the visit that it made, or that somebody else made the same", () => {
  const { sales } = done;
  expect(judge(completion, { status: 201, body: { ...done, sales } })).toMatchObject({
    is: "done",
    row: done,
  });
  expect(judge(completion, refusal(409, "changed_meanwhile", { current: done }))).toMatchObject({
    is: "done",
  });
});

test("a completion of what somebody else cancelled is the person's to decide", () => {
  const current = { ...plan, version: 4, status: "cancelled" };
  expect(judge(completion, refusal(409, "changed_meanwhile", { current }))).toMatchObject({ is: "refused" });
});

test("a completion of what somebody else completed otherwise is the person's to decide", () => {
  const sold = { id: "l", product_id: "p", quantity: 4, unit_price: "12.00" };
  const own = { ...completion, body: { ...completion.body, items: [sold] } } as Entry;
  const current = { ...plan, version: 4, visit_date: "2026-11-25", status: "completed" };
  expect(judge(own, refusal(409, "changed_meanwhile", { current }))).toMatchObject({ is: "refused" });
});

test("a server that does not know completions gets an edit of the whole visit", () => {
  const { sales: _, id: __, ...fields } = done;
  expect(judge(completion, refusal(404, "not_found"))).toMatchObject({
    ...{ is: "merged", with: null, base: plan },
    body: { ...fields, version: 3, items: [] },
  });
  expect(judge(completion, refusal(410, "gone"))).toMatchObject({ is: "refused" });
});
