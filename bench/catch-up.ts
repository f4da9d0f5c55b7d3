import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { connect } from "@rounds/database/connect.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitCreation } from "@rounds/domain/visits/visit-list.ts";
import { systemClock } from "@rounds/http/clock.ts";
import { loadDemo } from "@rounds/server/src/demo/load-demo.ts";
import { buildWhatIsNotBuilt } from "../scripts/build.ts";
import { findChromium } from "../scripts/chromium.ts";
import {
  describeEntered,
  type Entered,
  type EveningVisit,
  enterInForms,
  enterInRows,
  eveningOf,
  measured,
} from "./browser/evening.ts";
import { type Profile, profiles, throttle, withFreshBrowser } from "./browser/page-browser.ts";
import { typistAt } from "./browser/typed.ts";
import { signUpAt } from "./kit/client.ts";
import { runWith, say } from "./kit/command.ts";
import { unlessQuick } from "./kit/quick.ts";
import { withServer, zone } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:catch-up -- [--slow]
  --slow  150 ms for each request's round trip, 1.6 Mbit/s, a processor 4 times slower
Enters ten visits, six of them with ten lines of sales, as a person types them: five keys a second, no mouse. First in the
rows of the evening, where they were planned, then one by one with the full form. Measures in Chromium (CHROMIUM_PATH, else
one that is found), on the demo data, in a temporary database or with BENCH_DATABASE_URL on that server. Ends with code 1
if the evening takes longer than 90 s.`;

/** The aim for the evening, in seconds. */
const aim = 90;

type Doctor = { id: string; name: string };

async function run(profile: Profile): Promise<void> {
  process.env.CHROMIUM_PATH = await findChromium();
  await buildWhatIsNotBuilt();
  await withServer({ name: "rounds_catch_up" }, async ({ server, settings, today }) => {
    const doctors = await tenDoctors(settings);
    const visits = eveningOf(doctors.map(({ name }) => name));
    const url = `http://localhost:${server.port}`;

    const planner = await signUpAt(server.port);
    for (const { id } of doctors) await planner.send("POST", visitRoutes.create.path, planOf(id, today));
    const rows = await withFreshBrowser({ url, session: planner.session }, planner.session, (page) =>
      inRows(page, url, profile, visits),
    );
    planner.close();

    const recorder = await signUpAt(server.port);
    const forms = await withFreshBrowser({ url, session: recorder.session }, recorder.session, (page) =>
      inForms(page, url, profile, visits),
    );
    recorder.close();

    say(`Ten visits, ${profile.name}:\n`);
    say("| way | seconds | keys | of that typing, s | requests that save |\n|---|---|---|---|---|");
    say(describeEntered("evening catch-up", rows));
    say(describeEntered("full form", forms));
    if (rows.seconds > aim) {
      say(`\nThe evening took longer than ${aim} s.`);
      process.exitCode = 1;
    }
  });
}

/** Ten doctors of the demo whose names nobody else has. */
async function tenDoctors(settings: Parameters<typeof connect>[0]): Promise<Doctor[]> {
  const { db, close } = connect(settings, () => {});
  try {
    const isEmpty = (await db.selectFrom("doctors").select("id").limit(1).execute()).length === 0;
    if (isEmpty) await loadDemo(db, systemClock, zone, () => {});
    const doctors = await db.selectFrom("doctors").select(["id", "name"]).orderBy("name_key").execute();
    const unique = doctors.filter(({ name }) => doctors.filter((other) => other.name === name).length === 1);
    return unique.slice(0, unlessQuick(10, 2));
  } finally {
    await close();
  }
}

function planOf(doctor_id: string, visit_date: Day): VisitCreation {
  const id = uuidV7(systemClock(), crypto.getRandomValues(new Uint8Array(10)));
  return { id, doctor_id, visit_date, status: "scheduled", notes: null, items: [] };
}

async function inRows(
  page: Page,
  url: string,
  profile: Profile,
  visits: readonly EveningVisit[],
): Promise<Entered> {
  await throttle(page, profile);
  await page.goto(`${url}/today/catch-up`);
  await page.locator("[data-row] [data-field=products]:focus").waitFor();
  const typist = typistAt(page);
  // The rows come in an order of their own; a person types what belongs to each.
  const names = await page
    .locator("[data-row]")
    .evaluateAll((rows) => rows.map((row) => row.ariaLabel ?? ""));
  const ordered = names.flatMap((name) => visits.filter(({ doctor }) => doctor === name));
  return await measured(page, typist, () => enterInRows(page, typist, ordered));
}

async function inForms(
  page: Page,
  url: string,
  profile: Profile,
  visits: readonly EveningVisit[],
): Promise<Entered> {
  await throttle(page, profile);
  await page.goto(`${url}/visits`);
  await page.getByRole("heading", { name: "Doctor Visits" }).waitFor();
  const typist = typistAt(page);
  return await measured(page, typist, () => enterInForms(page, typist, visits));
}

function readAsked(args: string[]): Profile {
  const { values } = parseArgs({ args, options: { slow: { type: "boolean", default: false } } });
  const profile = profiles.find(({ name }) => name === (values.slow ? "slow" : "unthrottled"));
  if (!profile) throw new Error("There is no such profile.");
  return profile;
}

await runWith(readAsked, usage, run);
