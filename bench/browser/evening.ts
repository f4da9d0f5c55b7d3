import type { Page } from "@playwright/test";
import { msPerKey, type Typist } from "./typed.ts";

/** What is typed of one visit: the letters of each product, the quantity, and the price if it isn't the usual one. */
export type EveningVisit = { doctor: string; lines: readonly EveningLine[]; notes: string };
type EveningLine = { letters: string; name: string; quantity: number; price?: string };

const line = (letters: string, name: string, quantity: number, price?: string): EveningLine => ({
  ...{ letters, name, quantity },
  ...(price !== undefined && { price }),
});

/** What was sold in six of ten visits: ten lines of the demo's products, three at another price than the usual one. */
const soldInEach: readonly (readonly EveningLine[])[] = [
  [line("parv", "Parvani 650 Tablets", 4, "30.50"), line("azir", "Azirunda 500 Tablets", 2)],
  [line("telm", "Telmirath 40 Tablets", 3)],
  [],
  [line("amlov", "Amloveda 5 Tablets", 6, "27"), line("ator", "Atorsudha 10 Tablets", 2)],
  [line("ibus", "Ibushanti 400 Tablets", 5)],
  [],
  [line("metm", "Metmadhu SR 500 Tablets", 8), line("glim", "Glimasara 2 Tablets", 3, "84.50")],
  [],
  [line("parv", "Parvani 650 Tablets", 10), line("etor", "Etorasya 90 Tablets", 1)],
  [],
];
const notes = ["", "wants samples", "", "", "", "on leave till mon", "", "", "", ""];

/** The visits of an evening to these ten doctors. */
export function eveningOf(doctors: readonly string[]): EveningVisit[] {
  return doctors.map((doctor, index) => ({
    doctor,
    lines: soldInEach[index] ?? [],
    notes: notes[index] ?? "",
  }));
}

/** One measured way to enter the evening. */
export type Entered = { seconds: number; keys: number; requests: number };

/** Measures how long something takes from now on, and which requests of visits it sends. */
export async function measured(page: Page, typist: Typist, work: () => Promise<void>): Promise<Entered> {
  let requests = 0;
  const count = (request: { method(): string; url(): string }) => {
    if (request.method() !== "GET" && new URL(request.url()).pathname.startsWith("/api/visits")) requests++;
  };
  page.on("request", count);
  const [start, keys] = [performance.now(), typist.keys()];
  await work();
  page.off("request", count);
  return { seconds: (performance.now() - start) / 1000, keys: typist.keys() - keys, requests };
}

/** Enters all visits in the rows of the evening, which is open with the focus in the first one, and saves them. */
export async function enterInRows(
  page: Page,
  typist: Typist,
  visits: readonly EveningVisit[],
): Promise<void> {
  for (const { lines, notes } of visits) {
    if (lines.length === 0) await typist.press("Space");
    const texts = lines.map(
      ({ letters, quantity, price }) => `${letters} ${quantity}${price ? ` @${price}` : ""}`,
    );
    await typist.type(texts.join(", "));
    await typist.press("Enter");
    await typist.type(notes);
    await typist.press("Enter");
  }
  await typist.press("Control+Enter");
  await page.getByText(`${visits.length} visits saved!`).waitFor();
}

/** Enters the same visits one by one with the full form, from the list of visits, by its own keys. */
export async function enterInForms(
  page: Page,
  typist: Typist,
  visits: readonly EveningVisit[],
): Promise<void> {
  for (const visit of visits) await enterInForm(page, typist, visit);
}

async function enterInForm(
  page: Page,
  typist: Typist,
  { doctor, lines, notes }: EveningVisit,
): Promise<void> {
  await typist.press("n");
  const field = page.getByRole("combobox", { name: "Doctor", exact: true });
  await field.waitFor();
  // A person sees who is offered before they choose.
  await typist.type(doctor.replace("Dr. ", "").slice(0, 8));
  await page.getByRole("option", { name: doctor }).first().waitFor();
  await chooseOption(page, typist, doctor);
  for (const { name, quantity, price } of lines) {
    // The browser's list takes the letters that the name begins with.
    await typist.type(name.slice(0, 5));
    await typist.press("Tab");
    await typist.type(String(quantity));
    if (price !== undefined) {
      await typist.press("Tab");
      await typist.press("Control+a");
      await typist.type(price);
    }
    await typist.press("Enter");
  }
  if (notes !== "") {
    await tabTo(page, typist, "notes");
    await typist.type(notes);
  }
  await typist.press("Control+Enter");
  await page.getByText("Visit added successfully!").waitFor();
  await page.getByRole("heading", { name: "Doctor Visits" }).waitFor();
}

/** Goes down to the option of that name, and takes it. */
async function chooseOption(page: Page, typist: Typist, name: string): Promise<void> {
  for (let steps = 0; steps < 20; steps++) {
    const active = await page.evaluate(() => {
      const id = document.activeElement?.getAttribute("aria-activedescendant");
      return id ? (document.getElementById(id)?.textContent ?? "") : "";
    });
    if (active.includes(name)) break;
    await typist.press("ArrowDown");
  }
  await typist.press("Enter");
}

/** Presses Shift and Tab until the field of that name has the focus. */
async function tabTo(page: Page, typist: Typist, name: string): Promise<void> {
  for (let steps = 0; steps < 20; steps++) {
    if ((await page.evaluate(() => document.activeElement?.getAttribute("name"))) === name) return;
    await typist.press("Shift+Tab");
  }
  throw new Error(`The field ${name} was not reached.`);
}

/** What a row of the result says, in words. */
export function describeEntered(name: string, { seconds, keys, requests }: Entered): string {
  const typing = (keys * msPerKey) / 1000;
  return `| ${name} | ${seconds.toFixed(1)} | ${keys} | ${typing.toFixed(1)} | ${requests} |`;
}
