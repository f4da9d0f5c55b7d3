import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Day, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import type { Counts, Opening, Screen } from "./browser/open-pages.ts";
import { type Choices, readChoices } from "./kit/choices.ts";
import { signUpAt } from "./kit/client.ts";
import { runWith, say } from "./kit/command.ts";
import { sizeOf } from "./kit/data.ts";
import { timing } from "./kit/measure.ts";
import { databaseSeconds, processorSeconds } from "./kit/processors.ts";
import { unlessQuick } from "./kit/quick.ts";
import { wholeNumber } from "./kit/whole-numbers.ts";
import { withServer } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:pages -- [--pages 2000] [--front 0.2] [--per-second 50] [--seconds 20] [--visits 10000]
  --pages       open pages that listen
  --front       the share of them that somebody looks at, in turn at the dashboard, the visits of this month, sales,
                products and doctors; they follow and read again by the rules of the product's page
  --per-second  visits that colleagues record, with three sales each
  --seconds     how long
  --visits      visits that are in the database before
Starts the built server in a process of its own, at 127.0.0.1, on an embedded database in a temporary folder.`;

type Asked = { pages: number; front: number; perSecond: number; seconds: number; visits: number };
async function run({ pages, front, perSecond, seconds, visits }: Asked): Promise<void> {
  const wanted = {
    ...{ name: "rounds_pages", url: "", size: sizeOf(visits) },
    // All pages and all who record are one person at one address, whose limits would be lower.
    env: { LIMIT_FACTOR: "1000" },
  };
  await withServer(wanted, async ({ server, settings, place, today }) => {
    let crowd: ChildProcess | undefined;
    try {
      const client = await signUpAt(server.port);
      const choices = await readChoices(settings);
      const opening: Opening = {
        ...{ port: server.port, token: client.token, pages, front: Math.round(pages * front) },
        screens: screensOf(today),
      };
      const program = fileURLToPath(new URL("./browser/open-pages.ts", import.meta.url));
      crowd = fork(program, [JSON.stringify(opening)], {
        execArgv: ["--import", "tsx"],
        serialization: "advanced",
      });
      const ended = once(crowd, "exit").then(() =>
        Promise.reject(new Error("The pages could not be opened.")),
      );
      await Promise.race([once(crowd, "message"), ended]);
      ended.catch(() => {}); // later they are ended on purpose
      say(`${pages} pages are open, ${Math.round(pages * front)} of them in front`);
      await wait(2_000);
      crowd.send("begin");
      const postmaster = await place.postmaster();
      const used = () => Promise.all([processorSeconds(server.pid), databaseSeconds(postmaster)]);
      const before = await used();
      const begun = performance.now();
      const recorded = new Map<string, number>();
      const times: number[] = [];
      const underway = new Set<Promise<unknown>>();
      let failure: unknown;
      const fail = (error: unknown) => {
        failure ??= error;
      };
      while (!failure && performance.now() - begun < seconds * 1000) {
        const due = Math.floor(((performance.now() - begun) / 1000) * perSecond);
        while (recorded.size < due && underway.size < 64) {
          const body = aVisit(choices, today);
          recorded.set(body.id, Date.now());
          const sent = performance.now();
          const recording = client
            .send("POST", "/api/visits", body)
            .then(() => void times.push(performance.now() - sent), fail)
            .finally(() => underway.delete(recording));
          underway.add(recording);
        }
        await wait(2);
      }
      await Promise.all(underway);
      if (failure) throw failure;
      const took = (performance.now() - begun) / 1000;
      const after = await used();
      await wait(2_000);
      const answer = once(crowd, "message");
      crowd.send("end");
      const [counts] = (await answer) as [Counts];
      const delays = counts.receivedAt.flatMap(([id, at]) => {
        const sent = recorded.get(id);
        return sent === undefined ? [] : [at - sent];
      });
      const memory = await server.memory();
      const spent = (at: 0 | 1) => ((((after[at] ?? 0) - (before[at] ?? 0)) / took) * 100).toFixed(0);
      say(`visits a second      ${(times.length / took).toFixed(1)} of ${perSecond}`);
      say(`recording            ${inWords(times)}`);
      say(
        `announced            ${delays.length} of ${times.length} visits by their id, ${inWords(delays)} after the request`,
      );
      say(
        `messages a second    ${(counts.messages / took).toFixed(0)}, ${(counts.messages / took / pages).toFixed(2)} a page; ${(counts.bytes / took / 1e6).toFixed(1)} MB, ${(counts.bytes / took / pages / 1e3).toFixed(1)} kB a page`,
      );
      say(
        `readings a second    ${(counts.readings / took).toFixed(1)}, ${inWords(counts.took)}; ${counts.failed} failed`,
      );
      say(`still open           ${counts.open} of ${pages}`);
      say(`processor            server ${spent(0)} % of a core, database ${spent(1)} %`);
      say(`memory of the server ${memory?.most.toFixed(0)} MB at most`);
      client.close();
    } finally {
      crowd?.kill("SIGKILL");
    }
  });
}

function inWords(list: readonly number[]): string {
  if (list.length === 0) return "none";
  const { median, p95 } = timing([...list]);
  return `median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)}`;
}

/** What pages in front show: the keys of the page's queries, and the addresses that they read. */
function screensOf(today: Day): Screen[] {
  const month = { start_date: startOfMonth(today), end_date: today };
  const range = new URLSearchParams(month).toString();
  return [
    { key: ["dashboard", "this-month", today], path: "/api/dashboard?period=this-month" },
    { key: ["visits", "list", month], path: `/api/visits?${range}` },
    { key: ["sales", "list", {}], path: "/api/sales" },
    { key: ["products", "list", {}], path: "/api/products" },
    { key: ["doctors", "list", {}], path: "/api/doctors" },
  ];
}

function aVisit({ doctors, products }: Choices, today: Day) {
  const first = Math.floor(Math.random() * products.length);
  const items = [0, 1, 2].map((at) => {
    const { id, price } = products[(first + at) % products.length] as Choices["products"][number];
    return { id: crypto.randomUUID(), product_id: id, quantity: 1, unit_price: price };
  });
  const doctor_id = doctors[Math.floor(Math.random() * doctors.length)]?.id;
  return {
    id: crypto.randomUUID(),
    doctor_id,
    visit_date: today,
    status: "completed",
    notes: "Repeat order",
    items,
  };
}

function readAsked(args: string[]): Asked {
  const { values } = parseArgs({
    args,
    options: {
      pages: { type: "string", default: unlessQuick("2000", "20") },
      front: { type: "string", default: "0.2" },
      "per-second": { type: "string", default: unlessQuick("50", "5") },
      seconds: { type: "string", default: unlessQuick("20", "2") },
      visits: { type: "string", default: unlessQuick("10000", "1000") },
    },
  });
  const whole = (name: "pages" | "per-second" | "seconds" | "visits", least: number) =>
    wholeNumber(name, values[name], { least });
  const front = Number(values.front);
  if (!(front >= 0 && front <= 1)) throw new Error("--front takes a number from 0 to 1.");
  return {
    pages: whole("pages", 1),
    front,
    perSecond: whole("per-second", 1),
    seconds: whole("seconds", 1),
    visits: whole("visits", 1000),
  };
}

await runWith(readAsked, usage, run);
