import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { addDays } from "@rounds/domain/calendar/calendar.ts";
import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { mostImportRows } from "@rounds/domain/imports/limits.ts";
import type { Kind } from "@rounds/server/src/api/sheet-columns.ts";
import { writeWorkbook } from "@rounds/server/src/api/xlsx.ts";
import { findChromium } from "../scripts/chromium.ts";
import { longestTaskOf } from "./browser/main-thread.ts";
import { quiet, withFreshBrowser } from "./browser/page-browser.ts";
import { signUpAt } from "./kit/client.ts";
import { runWith, say } from "./kit/command.ts";
import { importedDoctor } from "./kit/imported-rows.ts";
import { wholeNumbers } from "./kit/whole-numbers.ts";
import { withServer } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:import-page -- [--rows 20000]
Brings an Excel workbook of that many doctors in through the screen, and then one of that many past visits: the longest task that
kept the page from answering while the file was read, sent and checked, its rows were shown, and they were applied. Ends with
code 1 if a task took more than 50 ms of processor time.
CHROMIUM_PATH and BENCH_DATABASE_URL as in bench:page.`;

/** In milliseconds: what Chromium calls a long task. */
const longestTask = 50;
/** How long a step may take until the screen shows it. */
const longestWait = 3_600_000;

type Row = readonly string[];
type List = { noun: ImportNoun; columns: readonly (readonly [label: string, kind: Kind])[]; rows: Row[] };

/** Doctors, and one visit of each with a sale; their days are real days of Excel, and their amounts numbers. */
function listsOf(count: number, today: string): List[] {
  const doctors = Array.from({ length: count }, (_, line) => importedDoctor(line, "2"));
  return [
    {
      noun: "doctors",
      columns: [
        ...(["Doctor Name", "Speciality", "Hospital", "Class", "Type", "Mobile"] as const).map(
          (label) => [label, "text"] as const,
        ),
        ...(["Email", "Address", "City"] as const).map((label) => [label, "text"] as const),
        ["Calls a month", "number"],
      ],
      rows: doctors.map((doctor) => Object.values(doctor)),
    },
    {
      noun: "visits",
      columns: [
        ...[["Date", "day"] as const, ["Doctor", "text"] as const, ["Mobile", "text"] as const],
        ...[["Product", "text"] as const, ["Qty", "units"] as const, ["Rate", "rupees"] as const],
      ],
      // The product is not in the catalogue under this name: one decision about all rows.
      rows: doctors.map(({ name = "", contact_number = "" }, line) => [
        ...[addDays(today, -30 - (line % 300)), name, contact_number],
        ...["A tonic of the old system", String(1 + (line % 9)), "112.50"],
      ]),
    },
  ];
}

async function writeList({ noun, columns, rows }: List, folder: string): Promise<string> {
  const parts: Uint8Array[] = [];
  const sheet = {
    title: noun,
    columns: columns.map(([label, kind], at) => ({ label, kind, value: (row: Row) => row[at] })),
    rows: (async function* () {
      yield rows;
    })(),
  };
  for await (const part of writeWorkbook(sheet)) parts.push(part);
  const file = join(folder, `${noun}.xlsx`);
  await writeFile(file, Buffer.concat(parts));
  return file;
}

/** The whole way of a list through the screen; says the longest task of each step, and returns the longest of all. */
async function bringIn(page: Page, url: string, noun: ImportNoun, file: string): Promise<number> {
  let longest = 0;
  const button = (name: RegExp) => page.getByRole("button", { name });
  const step = async (what: string, work: () => Promise<void>) => {
    const { longest: task } = await longestTaskOf(page, async () => {
      await work();
      await page.waitForLoadState("networkidle");
    });
    longest = Math.max(longest, task);
    say(`${noun}, ${what}: ${task.toFixed(0)} ms`);
  };
  await page.goto(`${url}/data/import${noun === "doctors" ? "" : `?of=${noun}`}`);
  await quiet(page);
  await step("reading the file", async () => {
    await page.locator("input[type=file]").setInputFiles(file);
    await button(/^Check /).waitFor({ timeout: longestWait });
  });
  await step("choosing a column", async () => {
    await page.getByLabel("Headings").selectOption("-1");
    await page.getByText("Column A").first().waitFor();
    await page.getByLabel("Headings").selectOption("0");
    await button(/^Check /).waitFor({ timeout: longestWait });
  });
  await step("sending and checking", async () => {
    await button(/^Check /).click();
    await page.getByRole("list", { name: "Rows" }).waitFor({ timeout: longestWait });
  });
  if (noun === "visits")
    await step("matching a name of all rows", async () => {
      await button(/^Search for/)
        .first()
        .click();
      await page.getByRole("combobox", { name: /^Which product/ }).fill("a");
      await page.getByRole("listbox").getByRole("option").first().click();
      await button(/^Import /).waitFor({ timeout: longestWait });
    });
  await step("showing other rows", async () => {
    await button(/^All /).click();
    await button(/^Next/).click();
    await page.getByText("Line 27", { exact: true }).waitFor({ timeout: longestWait });
  });
  await step("applying", async () => {
    await button(/^Import /).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("The import is done").waitFor({ timeout: longestWait });
  });
  return longest;
}

async function main({ rows }: { rows: number }): Promise<void> {
  process.env.CHROMIUM_PATH = await findChromium();
  const folder = await mkdtemp(join(tmpdir(), "rounds-lists-"));
  const wanted = { name: "rounds_import_page", size: { visits: 100, doctors: 20, products: 20 } };
  try {
    await withServer(wanted, async ({ server, place, today }) => {
      const { session, close } = await signUpAt(server.port);
      close();
      const product = { url: `http://localhost:${server.port}`, session };
      let longest = 0;
      for (const list of listsOf(rows, today)) {
        const file = await writeList(list, folder);
        await withFreshBrowser(product, session, async (page) => {
          longest = Math.max(longest, await bringIn(page, product.url, list.noun, file));
        });
      }
      say(`${rows} rows, on ${place.description}.`);
      if (longest > longestTask) process.exitCode = 1;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runWith(
  (args) =>
    wholeNumbers(args, { rows: { usual: mostImportRows, quick: 60, least: 30, most: mostImportRows } }),
  usage,
  main,
);
