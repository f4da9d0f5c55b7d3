import { type ErrorBody, type ErrorCode, errors } from "@rounds/domain/errors/errors.ts";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readWith } from "../api/phone/from-phone.ts";
import { setPhone } from "../api/phone/phone-slot.ts";
import { answersOf } from "../offline/reading/answers.ts";
import { readHereWith } from "../offline/reading/read-here.ts";
import type { Operation } from "../phone/entry.ts";
import type { Phone } from "../phone/phone-state.ts";
import { renderPage } from "../testing/render-page.tsx";
import { issuedSession } from "../testing/session.ts";
import { linesOf } from "./lines.ts";
import { repairsOf } from "./repairs.ts";
import { entryWith, ids, phoneOf, phoneWith, refusals, world, writes } from "./testing/refused.ts";
import { WaitingSheet } from "./WaitingSheet.tsx";

type Given = Pick<Operation, "noun" | "op"> & { error: ErrorBody };

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("No connection.")));
  localStorage.setItem("sb-localhost-auth-token", JSON.stringify(issuedSession(1)));
});
afterEach(() => {
  vi.unstubAllGlobals();
  setPhone(undefined);
  readWith(undefined);
});

const seenNothing = { keep: () => Promise.resolve(), find: () => Promise.resolve(undefined) };

/** Puts a phone in its place for the page; what is written goes to the server directly. */
function putInPlace(phone: Phone) {
  setPhone({
    phone,
    write: (_, direct) => direct(),
    waiting: () => [],
    stockWords: () => undefined,
    leave: async () => {},
  });
}

/** Opens the sheet over a phone with refused entries. */
async function openWith(...given: Given[]) {
  const made = await phoneWith(...given);
  putInPlace(made.phone);
  readWith(readHereWith(answersOf(made.phone, ids.me, seenNothing)));
  await renderPage(<WaitingSheet onClose={() => {}} />);
  return made;
}

/** Presses a button; `at` tells which of several with this name. */
function press(name: string | RegExp, at = 0) {
  const button = screen.getAllByRole("button", { name })[at];
  if (!button) throw new Error(`No button ${name}.`);
  fireEvent.click(button);
}

/** Answers what a repair asks for before it sends something. */
async function answer(does: string) {
  switch (does) {
    case "choose_doctor":
      fireEvent.click(screen.getByRole("combobox", { name: /Doctor/ }));
      fireEvent.click(await screen.findByRole("option", { name: /^Asha Mehta/ }, { timeout: 5_000 }));
      break;
    case "choose_product":
      fireEvent.click(screen.getByRole("combobox", { name: /Product/ }));
      fireEvent.click(await screen.findByRole("option", { name: /Paracetamol/ }, { timeout: 5_000 }));
      break;
    case "edit":
    case "merge":
      fireEvent.click(await screen.findByRole("button", { name: "Save" }));
      break;
    default:
  }
}

// Every code is in `errors`.
const codes = Object.keys(errors) as ErrorCode[];

describe.each(codes)("every button after %s", (code) => {
  it("ends the entry or sends it", { timeout: 60_000 }, async () => {
    for (const { noun, op } of writes) {
      const [error] = refusals(code);
      if (!error) throw new Error("No refusal.");
      const repairs = repairsOf(entryWith({ noun, op, error }), world);
      for (const { label, does } of repairs) {
        const { phone, sent } = await openWith({ noun, op, error });
        press(label);
        await answer(does);
        if (does === "await_stock") {
          await waitFor(() => expect(phone.state().outbox[0]?.awaits_stock).toBe(true));
        } else {
          await waitFor(() => expect(phone.state().outbox, `${label} of ${op} ${noun}`).toEqual([]));
          expect(sent.length > 0).toBe(does !== "end");
        }
        cleanup();
      }
    }
  });
});

describe("the sheet", () => {
  const [gone] = refusals("gone");
  const refused: Given = { noun: "visits", op: "update", error: gone as ErrorBody };

  it("tells what was refused and why, and gives up after a question only", async () => {
    const { phone } = await openWith(refused);
    const needs = within(screen.getByRole("region", { name: "Needs you" }));
    expect(needs.getByText("Edit of the visit · Dr. Asha Mehta")).toBeTruthy();
    expect(needs.getByText("Nov 23, 2026 · 2 products, ₹520.00")).toBeTruthy();
    expect(needs.getByText(/^asha@example.com deleted this visit on /)).toBeTruthy();
    expect(needs.getByText("Waiting since Jan 01, 1970, 05:46")).toBeTruthy();
    press("Give up");
    expect(phone.state().outbox).toHaveLength(1);
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/What you entered is lost\./)).toBeTruthy();
    fireEvent.click(question.getByRole("button", { name: "Give up" }));
    expect(await screen.findByText("Nothing waits. The server has everything.")).toBeTruthy();
    expect(phone.state().outbox).toEqual([]);
  });

  it("asks about the items of a visit that is made cancelled, as every form of one does", async () => {
    const [error] = refusals("validation_failed");
    const { sent } = await openWith({ noun: "visits", op: "create", error: error as ErrorBody });
    press("Open the form");
    const status = await screen.findByRole("combobox", { name: "Status" });
    fireEvent.change(status, { target: { value: "cancelled" } });
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/^This visit has 2 sales items\./)).toBeTruthy();
    fireEvent.click(question.getByRole("button", { name: "Remove items" }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(sent.map(({ body }) => [body?.status, body?.items])).toEqual([["cancelled", []]]),
    );
  });

  it("points out an unlikely price that is entered in its place, as every form of a visit does", async () => {
    const [error] = refusals("validation_failed");
    const { sent } = await openWith({ noun: "visits", op: "create", error: error as ErrorBody });
    press("Open the form");
    const [price] = await screen.findAllByRole("textbox", { name: "Unit Price" });
    fireEvent.change(price as HTMLElement, { target: { value: "0.10" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/ Here it is sold for ₹0\.10, less than a tenth of that\./)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("reads quantity and price as every form of a visit does, and keeps what is none", async () => {
    const [error] = refusals("validation_failed");
    const { sent } = await openWith({ noun: "visits", op: "create", error: error as ErrorBody });
    press("Open the form");
    const [quantity] = await screen.findAllByRole<HTMLInputElement>("textbox", { name: "Quantity" });
    const [price] = screen.getAllByRole("textbox", { name: "Unit Price" });
    fireEvent.change(quantity as HTMLElement, { target: { value: "1O" } });
    fireEvent.change(price as HTMLElement, { target: { value: "₹50.50 each" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Please enter a whole number")).toBeTruthy();
    expect(quantity?.value).toBe("1O");
    fireEvent.change(quantity as HTMLElement, { target: { value: "७ strips" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(sent.map(({ body }) => body?.items)).toMatchObject([[{ quantity: 7, unit_price: "50.50" }, {}]]),
    );
  });

  it("points out a contact number that is too short, as every form of a doctor does", async () => {
    const [error] = refusals("validation_failed");
    const { sent } = await openWith({ noun: "doctors", op: "create", error: error as ErrorBody });
    press("Open the form");
    const number = await screen.findByRole("textbox", { name: /^Contact Number/ });
    fireEvent.change(number, { target: { value: "98765" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/“98765” has fewer than 10 digits\./)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  describe("several lines without enough stock", () => {
    const error = {
      ...refusals("insufficient_stock")[0],
      details: { product_id: ids.product, available: 4 },
    } as ErrorBody;
    const entry = entryWith({ noun: "visits", op: "create", error });
    const items = linesOf(entry).map((line) => ({ ...line, quantity: 10 }));

    async function openShort() {
      const made = await phoneOf([{ ...entry, body: { ...entry.body, items } }]);
      putInPlace(made.phone);
      await renderPage(<WaitingSheet onClose={() => {}} />);
      const pressIn = (line: string, name: string) =>
        fireEvent.click(within(screen.getByRole("group", { name: line })).getByRole("button", { name }));
      return { ...made, pressIn };
    }

    it("are decided one by one, and sent when the last one is", async () => {
      const { phone, sent, pressIn, settle } = await openShort();
      pressIn("Amoxicillin 500: 4 left of 10", "Sell 4");
      expect(screen.getByText("1 more line to decide.")).toBeTruthy();
      await act(settle);
      expect(sent).toEqual([]);
      pressIn("Paracetamol 650: 3 left of 10", "Remove line");
      await waitFor(() => expect(phone.state().outbox).toEqual([]));
      expect(sent.map(({ body }) => body?.items)).toEqual([[{ ...items[0], quantity: 4 }]]);
    });

    it("wait together if one of them is to wait, with what is decided about the others", async () => {
      const { phone, sent, pressIn } = await openShort();
      pressIn("Amoxicillin 500: 4 left of 10", "Sell 4");
      pressIn("Paracetamol 650: 3 left of 10", "Try again later");
      await waitFor(() => expect(phone.state().outbox[0]?.awaits_stock).toBe(true));
      expect(linesOf({ body: phone.state().outbox[0]?.body ?? null })).toEqual([
        { ...items[0], quantity: 4 },
        items[1],
      ]);
      expect(sent).toEqual([]);
      expect(await screen.findByText("It is sent by itself once there is enough.")).toBeTruthy();
    });

    it("can be decided otherwise before the last one, and while they wait", async () => {
      const { phone, sent, pressIn } = await openShort();
      pressIn("Amoxicillin 500: 4 left of 10", "Sell 4");
      pressIn("Amoxicillin 500: 4 left of 10", "Sell 4");
      expect(screen.queryByText("1 more line to decide.")).toBeNull();
      press("Try again later", 2);
      await waitFor(() => expect(phone.state().outbox[0]?.awaits_stock).toBe(true));
      pressIn("Amoxicillin 500: 4 left of 10", "Remove line");
      await waitFor(() =>
        expect(linesOf({ body: phone.state().outbox[0]?.body ?? null })).toEqual([items[1]]),
      );
      expect(sent).toEqual([]);
    });
  });

  it("tells of what is still to be sent what it waits for, and since when", async () => {
    const { phone } = await phoneOf([{ ...entryWith(refused), state: "waiting", error: null }]);
    putInPlace(phone);
    await renderPage(<WaitingSheet onClose={() => {}} />);
    expect(screen.getByText("Waiting for a connection · since Jan 01, 1970, 05:46")).toBeTruthy();
  });

  it("draws a few of many entries", async () => {
    const { phone } = await phoneOf(
      Array.from({ length: 200 }, (_, n) => ({
        ...entryWith(refused),
        seq: n + 1,
        entity: `00000000-0000-7000-8000-1${String(n).padStart(11, "0")}`,
      })),
    );
    putInPlace(phone);
    await renderPage(<WaitingSheet onClose={() => {}} />);
    expect(screen.getByText("Needs you (200)")).toBeTruthy();
    expect(screen.getAllByRole("listitem")).toHaveLength(20);
    act(() => press("Show 20 of 180 more"));
    expect(screen.getAllByRole("listitem")).toHaveLength(40);
  });
});
