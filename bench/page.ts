import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { buildWhatIsNotBuilt } from "../scripts/build.ts";
import { findChromium } from "../scripts/chromium.ts";
import { longestTaskOf } from "./browser/main-thread.ts";
import {
  addDoctor,
  addVisit,
  dashboard,
  doctorList,
  followLink,
  goBack,
  jumpedSince,
  load,
  openFirstDoctor,
  openForm,
  type PageProduct,
  type Profile,
  profiles,
  quiet,
  searchFor,
  signInPage,
  throttle,
  withFreshBrowser,
} from "./browser/page-browser.ts";
import { comparePages } from "./browser/page-compare.ts";
import { costOf } from "./browser/page-cost.ts";
import {
  bytesTable,
  type FileResult,
  type ProfileResult,
  pageVerdict,
  profileTable,
} from "./browser/page-report.ts";
import { signUpAt } from "./kit/client.ts";
import { runWith, say } from "./kit/command.ts";
import { fill } from "./kit/data.ts";
import { isQuick, unlessQuick } from "./kit/quick.ts";
import { type ServerProcess, startServerProcess } from "./kit/server-process.ts";
import { wholeNumber } from "./kit/whole-numbers.ts";
import { withPlace, zone } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:page -- [--runs 7] [--pages FOLDER …]
  --runs   how often everything is measured; it reports medians
  --pages  built pages to measure, instead of building and measuring web/dist; give it more than once, and the folders
           are measured in turn, run by run, although the machine is busy with other things, and every folder is
           compared with the first one: a table of ratios and a verdict take the place of the aims. Forms and signing in
           are left out then: what an older form asks, this version's server may answer in another way
The built server runs in a process of its own, with live changes, 20,000 doctors and 100,000 visits. Ends with code 1 when an
aim is missed, or if pages are worse than those of the first folder. Measures in Chromium (CHROMIUM_PATH, else one that is found), on an embedded database in a temporary
folder, or with BENCH_DATABASE_URL on that server, where the database stays for the next run.
Each run begins with a browser that was never used. Cold: its cache is empty, but its storage holds a session. Warm:
the same screen was loaded twice before. Slow: 150 ms for each request's round trip, 1.6 Mbit/s, a processor 4 times
slower; Chromium adds no round trips for connecting, which a real network would.`;

const size = unlessQuick(
  { visits: 100_000, doctors: 20_000, products: 300 },
  { visits: 500, doctors: 100, products: 50 },
);

type Asked = { runs: number; folders: string[] };
/** One folder of built pages and its measurements. */
type Subject = { folder: string; product: PageProduct; server: ServerProcess; results: ProfileResult[] };

async function run({ runs, folders }: Asked): Promise<void> {
  process.env.CHROMIUM_PATH = await findChromium();
  const subjects: Subject[] = [];
  await withPlace(async (place) => {
    try {
      const settings = await place.database("rounds_page");
      let session = "";
      for (const folder of folders) {
        const server = await startServerProcess(settings, { pages: folder });
        const results = profiles.map(({ name }) => emptyResult(name));
        if (session === "") {
          await fill(settings, size, dayOf(systemClock(), zone), () => {});
          const person = await signUpAt(server.port);
          session = person.session;
          person.close();
        }
        subjects.push({
          folder,
          product: { url: `http://localhost:${server.port}`, session },
          server,
          results,
        });
      }
      const [first, ...others] = subjects;
      // A server is slower until it has answered for the first time, which would count against the first folder.
      if (others.length > 0) await Promise.all(subjects.map(({ product }) => warmUp(product)));
      for (let number = 1; number <= runs; number++) {
        say(`run ${number} of ${runs}`);
        for (const { product, results } of number % 2 ? subjects : subjects.toReversed()) {
          for (const [index, profile] of profiles.entries()) {
            const result = results[index];
            if (!result) continue;
            await measureScreens(product, profile, result, isQuick ? noting(result) : untilIdle);
            // A trace makes every task longer, so it has a run of its own, whose times don't count.
            if (!isQuick) await measureScreens(product, profile, emptyResult(profile.name), noting(result));
            if (others.length === 0) await measureForms(product, profile, result);
          }
        }
      }
      for (const { folder, product, results } of subjects) {
        const [plain] = results;
        if (!plain) continue;
        say(`\n${folder}, ${runs} runs\n\n${profileTable(results)}\n\n${bytesTable(plain)}\n`);
        if (others.length > 0) continue;
        const { text, reached } = pageVerdict(results, await inspectFiles(product));
        say(text);
        if (!reached) process.exitCode = 1;
      }
      for (const { folder, results } of others) {
        const { text, worse } = comparePages(first?.results ?? [], results);
        say(`\n${folder} in comparison with ${first?.folder}\n\n${text}`);
        if (worse) process.exitCode = 1;
      }
    } finally {
      for (const { server } of subjects) await server.stop();
    }
  });
}

/** Opens the screens once, for nothing. */
async function warmUp(product: PageProduct): Promise<void> {
  await withFreshBrowser(product, product.session, async (page) => {
    for (const screen of [dashboard, doctorList]) await load(page, product, screen);
  });
}

function emptyResult(profile: string): ProfileResult {
  const loads = { cold: [], warm: [], signIn: [] };
  const routes = { detail: [], back: [], toDashboard: [], fromDashboard: [], firstRoutes: [], routes: [] };
  const searches = { search: [], letters: [] };
  const costs = { idle: [], warmIdle: [], steps: [] };
  const forms = { firstForms: [], forms: [], picker: [], saved: [] };
  return { profile, ...loads, ...routes, ...searches, ...costs, ...forms, tasks: {}, jumps: {} };
}

/** How a page is watched while `go` opens one of its screens, until it is idle; returns what `go` does. */
type Watch = <Went>(page: Page, screen: string, go: () => Promise<Went>) => Promise<Went>;

const untilIdle: Watch = async (page, _, go) => {
  const went = await go();
  await page.waitForLoadState("networkidle");
  return went;
};

/** Notes the longest task of the screen, and the jumps since the last note. */
function noting({ tasks, jumps }: ProfileResult): Watch {
  return async (page, screen, go) => {
    const { longest, result } = await longestTaskOf(page, () => untilIdle(page, screen, go));
    tasks[screen] = [...(tasks[screen] ?? []), longest];
    jumps[screen] = [...(jumps[screen] ?? []), await jumpedSince(page)];
    return result;
  };
}

/** Measures loads, changes of screen and searches once with one profile, in a new browser that is signed in. */
async function measureScreens(
  product: PageProduct,
  profile: Profile,
  result: ProfileResult,
  watch: Watch,
): Promise<void> {
  await withFreshBrowser(product, product.session, async (page) => {
    await throttle(page, profile);
    let steps = 0;
    /** One of the steps whose processor time is compared, until the page is quiet; returns what `go` does. */
    const step = async (screen: string, go: () => Promise<number>): Promise<number> => {
      let took = Number.NaN;
      const { processor } = await costOf(page, async () => {
        took = await watch(page, screen, go);
      });
      steps += processor;
      return took;
    };
    const openList = async () => {
      result.cold.push(await load(page, product, doctorList));
      await quiet(page);
    };
    const doctors = () => watch(page, "the doctors, with an empty cache", openList);
    result.idle.push(await costOf(page, doctors));
    result.detail.push(await step("a doctor", () => openFirstDoctor(page)));
    result.back.push(await watch(page, "back to the doctors", () => goBack(page)));
    result.toDashboard.push(
      await step("the dashboard", async () => (await followLink(page, "Dashboard")).rows),
    );
    result.firstRoutes.push(
      (await followLink(page, "Visits")).rows,
      (await followLink(page, "Products")).rows,
    );
    result.routes.push((await followLink(page, "Doctors")).rows, (await followLink(page, "Visits")).rows);
    const openDashboard = async () => {
      await load(page, product, dashboard);
      await quiet(page);
    };
    await watch(page, "the dashboard, loaded", openDashboard);
    const toList = async () => {
      const followed = await followLink(page, "Doctors");
      result.fromDashboard.push(followed);
      return followed.rows;
    };
    await step("the doctors", toList);
    await openDashboard();
    await watch(page, "the visits", () => followLink(page, "Visits"));
    await load(page, product, doctorList);
    const openWarm = async () => {
      result.warm.push(await load(page, product, doctorList));
      await quiet(page);
    };
    result.warmIdle.push(await costOf(page, () => watch(page, "the doctors, loaded", openWarm)));
    result.search.push(await watch(page, "a search", () => searchFor(page, "Sharma")));
    result.letters.push(await step("a search by letters", () => searchFor(page, "Pate", true)));
    result.steps.push(steps);
  });
}

/** Measures the forms once, and the page for signing in, each in a new browser. */
async function measureForms(product: PageProduct, profile: Profile, result: ProfileResult): Promise<void> {
  await withFreshBrowser(product, product.session, async (page) => {
    await throttle(page, profile);
    await load(page, product, doctorList);
    await quiet(page);
    await followLink(page, "Visits");
    await jumpedSince(page);
    await noting(result)(page, "the form of a visit", () => openForm(page, "Add Visit"));
    for (const forms of [result.firstForms, result.forms]) {
      await followLink(page, "Doctors");
      const doctor = await addDoctor(page);
      await followLink(page, "Visits");
      const visit = await addVisit(page);
      forms.push(doctor.form, visit.form);
      result.picker.push(visit.picker);
      result.saved.push(doctor.saved, visit.saved);
    }
  });
  await withFreshBrowser(product, null, async (page) => {
    await throttle(page, profile);
    result.signIn.push(await load(page, product, signInPage));
  });
}

/** Requests the page's scripts and styles as a browser does, and checks how they are served. */
async function inspectFiles({ url }: PageProduct): Promise<FileResult> {
  const html = await (await fetch(`${url}${doctorList.path}`, { headers: { accept: "text/html" } })).text();
  const paths = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path);
  const answers = await Promise.all(
    paths.map((path) => fetch(url + path, { headers: { "accept-encoding": "gzip, deflate, br" } })),
  );
  const having = (name: string, text: string) =>
    answers.filter(({ headers }) => headers.get(name)?.includes(text)).length;
  return {
    files: paths.length,
    brotli: having("content-encoding", "br"),
    immutable: having("cache-control", "immutable"),
  };
}

function readAsked(args: string[]): Asked {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: "string", default: unlessQuick("7", "1") },
      pages: { type: "string", multiple: true },
    },
  });
  const runs = wholeNumber("runs", values.runs, { most: 100 });
  const missing = values.pages?.find((folder) => !existsSync(`${folder}/index.html`));
  if (missing) throw new Error(`There are no built pages in ${missing}.`);
  return { runs, folders: (values.pages ?? []).map((folder) => resolve(folder)) };
}

await runWith(readAsked, usage, async (asked) => {
  if (asked.folders.length === 0) {
    await buildWhatIsNotBuilt();
    asked.folders.push(fileURLToPath(new URL("../web/dist", import.meta.url)));
  }
  await run(asked);
});
