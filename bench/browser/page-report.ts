import { timing } from "../kit/measure.ts";
import type { Followed, Loading } from "./page-browser.ts";
import type { Cost } from "./page-cost.ts";

/** The measurements with one profile, every run; times in milliseconds. */
export type ProfileResult = {
  profile: string;
  cold: Loading[];
  warm: Loading[];
  signIn: Loading[];
  /** From the list to a doctor, and back. */
  detail: number[];
  back: number[];
  /** What the list costs until the page is quiet, opened with an empty cache. */
  idle: Cost[];
  /** The same for a list that was loaded before. */
  warmIdle: Cost[];
  /** Processor time of the steps that are compared: detail, dashboard, list, search by letters. */
  steps: number[];
  /** From the list of doctors to the dashboard. */
  toDashboard: number[];
  /** From the dashboard, which was opened first, to the list of doctors. */
  fromDashboard: Followed[];
  /** Until another list's rows are shown: the first time, while its code must still be loaded, and afterwards. */
  firstRoutes: number[];
  routes: number[];
  /** Until the list shows what was found: for a word at once, and after the last of four typed letters. */
  search: number[];
  letters: number[];
  /** Until a form is shown, the first time and afterwards; until doctors are offered in it; from saving to the list. */
  firstForms: number[];
  forms: number[];
  picker: number[];
  saved: number[];
  /** By screen: the processor time of the longest task, and how far things jumped (cumulative layout shift). */
  tasks: Record<string, number[]>;
  jumps: Record<string, number[]>;
};

/** How static files are served: how many there are, how many as brotli, how many cached for ever. */
export type FileResult = { files: number; brotli: number; immutable: number };

/** The aims: compressed bytes of script and style, times in milliseconds. */
const aims = { code: 120 * 1024, cold: 2000, warm: 600, route: 100, search: 300, saved: 300 };

const median = (values: readonly number[]) => timing(values).median;
const ms = (value: number) => (Number.isFinite(value) ? `${Math.round(value)} ms` : "–");
const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
const of = (loadings: readonly Loading[], key: keyof Loading) =>
  median(loadings.map((loading) => loading[key]));

/** Medians of both profiles side by side. */
export function profileTable(results: readonly ProfileResult[]): string {
  const line = (name: string, cell: (result: ProfileResult) => string) => [name, ...results.map(cell)];
  return table([
    ["median of all runs", ...results.map(({ profile }) => profile)],
    line("doctor list cold: shown", ({ cold }) => ms(of(cold, "shown"))),
    line("  its HTML there", ({ cold }) => ms(of(cold, "html"))),
    line("  its last code asked for", ({ cold }) => ms(of(cold, "lastCodeAsked"))),
    line("  the API asked", ({ cold }) => ms(of(cold, "apiAsked"))),
    line("  the API's answer there", ({ cold }) => ms(of(cold, "apiAnswered"))),
    line("doctor list warm: shown", ({ warm }) => ms(of(warm, "shown"))),
    line("  its HTML there", ({ warm }) => ms(of(warm, "html"))),
    line("  the API asked", ({ warm }) => ms(of(warm, "apiAsked"))),
    line("  the API's answer there", ({ warm }) => ms(of(warm, "apiAnswered"))),
    line("sign-in page cold: shown", ({ signIn }) => ms(of(signIn, "shown"))),
    line("list → detail", ({ detail }) => ms(median(detail))),
    line("detail → list", ({ back }) => ms(median(back))),
    line("list → dashboard", ({ toDashboard }) => ms(median(toDashboard))),
    line("dashboard → list: its frame", ({ fromDashboard }) =>
      ms(median(fromDashboard.map(({ frame }) => frame))),
    ),
    line("  its rows", ({ fromDashboard }) => ms(median(fromDashboard.map(({ rows }) => rows)))),
    line("route change, first time", ({ firstRoutes }) => ms(median(firstRoutes))),
    line("route change, again", ({ routes }) => ms(median(routes))),
    line("search until the list changed", ({ search }) => ms(median(search))),
    line("search, four letters typed", ({ letters }) => ms(median(letters))),
    line("form, first time", ({ firstForms }) => ms(median(firstForms))),
    line("form, again", ({ forms }) => ms(median(forms))),
    line("doctors offered in the visit form, with its waiting", ({ picker }) => ms(median(picker))),
    line("from saving to the list", ({ saved }) => ms(median(saved))),
    ...Object.keys(results[0]?.tasks ?? {}).flatMap((screen) => [
      line(`longest task: ${screen}`, ({ tasks }) => ms(median(tasks[screen] ?? []))),
      line("  layout shift", ({ jumps }) => median(jumps[screen] ?? []).toFixed(3)),
    ]),
  ]);
}

/** What is loaded over the network until the doctor list and the sign-in page are shown, with an empty cache. */
export function bytesTable({ cold, signIn }: ProfileResult): string {
  // Signing in is not compared.
  const pages = signIn.length > 0 ? [cold, signIn] : [cold];
  const line = (name: string, key: keyof Loading) => [
    name,
    ...pages.map((loadings) => kb(of(loadings, key))),
  ];
  return table([
    ["compressed bodies until it is shown", "doctor list", "sign-in page"].slice(0, 1 + pages.length),
    line("script", "script"),
    line("style", "style"),
    ["script and style", ...pages.map((loadings) => kb(codeOf(loadings)))],
    line("HTML", "html_bytes"),
    line("API", "api"),
    line("script and style that come afterwards", "later"),
    ["requests", ...pages.map((loadings) => `${of(loadings, "requests")}`)],
  ]);
}

/** Each aim, the result, and whether all aims are reached. */
export function pageVerdict(
  results: readonly ProfileResult[],
  files: FileResult,
): { text: string; reached: boolean } {
  const [plain, slow] = [results[0], results[1]];
  if (!plain || !slow) return { text: "Nothing was measured.", reached: false };
  const bytes = codeOf(slow.cold);
  const early = of(slow.cold, "apiAsked") - of(slow.cold, "html");
  const lastCode = of(slow.cold, "lastCodeAsked") - of(slow.cold, "html");
  const time = (name: string, value: number, aim: number) =>
    [name, `${aim} ms`, ms(value), yes(value <= aim)] as string[];
  const rows = [
    ["script and style to the doctor list", kb(aims.code), kb(bytes), yes(bytes <= aims.code)],
    time("doctor list cold, slow", of(slow.cold, "shown"), aims.cold),
    time("doctor list warm, slow", of(slow.warm, "shown"), aims.warm),
    time("route change, first time, unthrottled", median(plain.firstRoutes), aims.route),
    time("route change, again, unthrottled", median(plain.routes), aims.route),
    time("form, first time, unthrottled", median(plain.firstForms), aims.route),
    time("form, again, unthrottled", median(plain.forms), aims.route),
    time("search, unthrottled", median(plain.search), aims.search),
    time("doctors offered in the visit form, unthrottled", median(plain.picker), aims.search),
    time("from saving to the list, unthrottled", median(plain.saved), aims.saved),
    // One round trip of 150 ms, and the delay of a busy machine: the requesting script must itself arrive first.
    time("API asked after the HTML, cold, slow", early, 250),
    time("API asked after the HTML, warm, slow", of(slow.warm, "apiAsked") - of(slow.warm, "html"), 100),
    time("last code asked for after the HTML, slow", lastCode, 100),
    [
      "static files that come as brotli",
      `${files.files}`,
      `${files.brotli}`,
      yes(files.files > 0 && files.brotli === files.files),
    ],
    [
      "static files kept for ever",
      `${files.files}`,
      `${files.immutable}`,
      yes(files.files > 0 && files.immutable === files.files),
    ],
  ];
  const text = table([["aim", "at most", "reached", ""], ...rows]);
  return { text, reached: rows.every((cells) => cells.at(-1) === "yes") };
}

function codeOf(loadings: readonly Loading[]): number {
  return median(loadings.map(({ script, style }) => script + style));
}

function yes(reached: boolean): string {
  return reached ? "yes" : "NO";
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
  return rows
    .flatMap((cells, index) => [
      line(cells).join("  "),
      ...(index === 0 ? [widths.map((w) => "─".repeat(w)).join("  ")] : []),
    ])
    .join("\n");
}
