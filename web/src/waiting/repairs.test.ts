import { type ErrorBody, type ErrorCode, errors } from "@rounds/domain/errors/errors.ts";
import { describe, expect, it } from "vitest";
import type { Operation } from "../phone/entry.ts";
import { type Repair, repairsOf } from "./repairs.ts";
import { entryWith, ids, phoneWith, refusals, world, writes } from "./testing/refused.ts";

// Every code is in `errors`.
const codes = Object.keys(errors) as ErrorCode[];
const combinations = codes.flatMap((code) => writes.map(({ noun, op }) => [code, op, noun] as const));

describe.each(combinations)("%s of %s on %s", (code, op, noun) => {
  it("has a repair, and each ends the entry or sends it", async () => {
    const errorsOfCode = refusals(code);
    expect(errorsOfCode.length).toBeGreaterThan(0);
    for (const error of errorsOfCode) {
      const repairs = repairsOf(entryWith({ noun, op, error }), world);
      expect(repairs.length).toBeGreaterThan(0);
      expect(new Set(repairs.map(({ label }) => label)).size).toBe(repairs.length);
      for (const [at, repair] of repairs.entries()) await expectItWorks({ noun, op, error }, at, repair);
    }
  });
});

/** Carries out a repair on a phone whose server refused the entry, and accepts everything from then on. */
async function expectItWorks(
  refused: Pick<Operation, "noun" | "op"> & { error: ErrorBody },
  at: number,
  { does }: Repair,
) {
  const { phone, sent, settle } = await phoneWith(refused);
  const [entry] = phone.state().outbox;
  if (!entry) throw new Error("Nothing was refused.");
  const repair = repairsOf(entry, world)[at];
  expect(repair?.does).toBe(does);
  const before = sent.length;
  switch (repair?.does) {
    case "replace":
      await phone.replace(entry.key, repair.operations);
      break;
    case "end":
      await phone.giveUp(entry.key);
      break;
    case "try_again":
      await phone.tryAgain(entry.key);
      break;
    case "await_stock":
      await phone.tryWithStock(entry.key);
      expect(phone.state().outbox[0]?.awaits_stock).toBe(true);
      return;
    default:
      // These ask for a value first.
      return;
  }
  await settle();
  expect(phone.state().outbox).toEqual([]);
  const keys = sent.slice(before).map(({ key }) => key);
  expect(keys.length).toBe(
    repair.does === "end" ? 0 : repair.does === "replace" ? repair.operations.length : 1,
  );
}

describe("the repairs", () => {
  const labels = (given: Parameters<typeof entryWith>[0]) =>
    repairsOf(entryWith(given), world).map(({ label }) => label);

  it("offers what is left of the stock", () => {
    const error = {
      ...refusals("insufficient_stock")[0],
      details: { product_id: ids.product, available: 4 },
    } as ErrorBody;
    const repairs = repairsOf(entryWith({ noun: "visits", op: "create", error }), world);
    expect(repairs.map(({ label }) => label)).toEqual(["Sell 4", "Send without the line", "Try again later"]);
    expect(repairs[0]).toMatchObject({
      operations: [{ body: { items: [{ quantity: 4 }, { quantity: 1 }] } }],
    });
    expect(repairs[1]).toMatchObject({ operations: [{ body: { items: [{ quantity: 1 }] } }] });
  });

  it("deletes what changed only as it is now shown to the person", () => {
    const [error] = refusals("changed_meanwhile");
    if (!error) throw new Error("No refusal.");
    for (const [noun, confirmed] of [
      ["visits", { version: 2, units_returned: 50 }],
      ["doctors", { version: 1, visits: 3, units_returned: 60 }],
    ] as const) {
      const [again, keep] = repairsOf(entryWith({ noun, op: "delete", error }), world);
      expect(again).toMatchObject({
        label: "Delete it all the same",
        operations: [{ op: "delete", body: confirmed }],
      });
      expect(keep).toEqual({ label: "Keep what was saved", does: "end" });
    }
  });

  it("records what was typed for a plan that somebody else completed as a visit of its own", () => {
    const [error] = refusals("changed_meanwhile");
    if (!error) throw new Error("No refusal.");
    const [beside, ...others] = repairsOf(entryWith({ noun: "visits", op: "complete", error }), world);
    expect(others.map(({ label }) => label)).toEqual(["Compare both", "Save mine", "Keep what was saved"]);
    // Without what the plan holds, which is in the other visit.
    const body = { doctor_id: ids.doctor, visit_date: "2026-11-23", status: "completed", notes: "Mine" };
    expect(beside).toMatchObject({
      label: "Record it beside that one",
      operations: [
        { op: "create", body: { ...body, items: [{ quantity: 10 }, { quantity: 1 }] }, base: null },
      ],
    });
  });

  it("suggests the doctor of the same name, and to add the deleted one again", () => {
    const [error] = refusals("doctor_missing");
    if (!error) throw new Error("No refusal.");
    expect(labels({ noun: "visits", op: "create", error })).toEqual([
      "Use Asha Mehta",
      "Choose another doctor",
      "Add Dr. Asha Mehta again",
      "Try again",
    ]);
  });

  it("keeps every field of an edit of a deleted row", () => {
    const [error] = refusals("gone");
    if (!error) throw new Error("No refusal.");
    const [asNew] = repairsOf(entryWith({ noun: "visits", op: "update", error }), world);
    expect(asNew).toMatchObject({
      does: "replace",
      operations: [
        { op: "create", body: { notes: "Mine", visit_date: "2026-11-23", doctor_id: ids.doctor } },
      ],
    });
    const body = asNew?.does === "replace" ? asNew.operations[0]?.body : undefined;
    expect(body).not.toHaveProperty("version");
    expect(body?.id).not.toBe(ids.visit);
  });

  it("moves a plan onto a day that has one only if that is wanted", () => {
    const [error] = refusals("already_planned");
    if (!error) throw new Error("No refusal");
    const given = { noun: "visits", op: "update", error } as const;
    expect(labels(given)).toEqual(["Leave it on its day", "Move it all the same"]);
    const [, repair] = repairsOf(entryWith(given), world);
    expect(repair).toMatchObject({ operations: [{ op: "update", body: { only_once: false } }] });
  });

  it("saves the rest of an edit that gave a doctor of somebody else away, and nothing else that is not allowed", () => {
    const [error] = refusals("not_permitted");
    if (!error) throw new Error("No refusal.");
    const [rest] = repairsOf(entryWith({ noun: "doctors", op: "update", error }), world);
    expect(rest).toMatchObject({
      label: "Save the rest",
      operations: [{ op: "update", body: { hospital: "Mine", representative_id: ids.me } }],
    });
    expect(labels({ noun: "doctors", op: "delete", error })).toEqual(["Don't delete it", "Try again"]);
    expect(labels({ noun: "visits", op: "update", error })).toEqual(["Keep what was saved", "Try again"]);
    expect(labels({ noun: "visits", op: "create", error })).toEqual(["Try again"]);
    expect(labels({ noun: "skips", op: "create", error })).toEqual(["Try again", "Don't skip"]);
    expect(labels({ noun: "skips", op: "delete", error })).toEqual(["Try again", "Leave it skipped"]);
  });
});
