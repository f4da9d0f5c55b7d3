import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runWith, say } from "./kit/command.ts";
import { timeOf, timing } from "./kit/measure.ts";
import { unlessQuick } from "./kit/quick.ts";
import { withServer } from "./kit/with-place.ts";

const usage = `Usage: npm run bench:sign-in -- [--rounds 5] [--seconds 4]
  --rounds   how often other requests are timed, alone and while people sign in, in turn
  --seconds  how long each of these lasts
Starts the built server in a process of its own, at 127.0.0.1, on an embedded database in a temporary folder. 50 people
sign in, each anew as soon as he is in, so that 50 sign-ins are always under way; meanwhile others go on working.`;

const people = unlessQuick(50, 5);
const size = unlessQuick(
  { visits: 3000, doctors: 300, products: 100 },
  { visits: 500, doctors: 50, products: 50 },
);
const probes = ["/auth/v1/user", "/api/doctors"];
/** The pause between two requests of the people who keep working, in milliseconds. */
const pause = 5;

type Asked = { rounds: number; seconds: number };
type Person = { email: string; address: string; token: string };
type Times = Map<string, number[]>;

async function run({ rounds, seconds }: Asked): Promise<void> {
  await withServer({ name: "rounds_sign_in", size, url: "" }, async ({ server }) => {
    const send = sender(server.port);
    const signedUp = await signUpAll(send);
    await probe(send, signedUp, Date.now() + 2000);
    const idle = await server.memory();
    const alone: Times = new Map();
    const together: Times = new Map();
    let signIns = 0;
    let busySeconds = 0;
    for (let round = 1; round <= rounds; round++) {
      say(`round ${round} of ${rounds}`);
      add(alone, await probe(send, signedUp, Date.now() + seconds * 1000));
      const work = startSigningIn(send, signedUp);
      // The queue of waiting sign-ins must fill first.
      await wait(500);
      work.count();
      const start = performance.now();
      add(together, await probe(send, signedUp, Date.now() + seconds * 1000));
      signIns += work.count();
      busySeconds += (performance.now() - start) / 1000;
      await work.stop();
      await wait(500);
    }
    const busy = await server.memory();
    say("");
    say(`sign-ins             ${(signIns / busySeconds).toFixed(1)} a second`);
    if (idle && busy) {
      say(
        `memory               ${idle.now.toFixed(0)} MB idle, ${(busy.most - idle.now).toFixed(0)} MB more at most`,
      );
    }
    for (const path of probes) say(lineOf(path, alone.get(path) ?? [], together.get(path) ?? []));
  });
}

/** The duration of a request alone and while people sign in, and the ratio. */
function lineOf(path: string, alone: number[], together: number[]): string {
  const [before, during] = [timing(alone), timing(together)];
  const part = (name: "median" | "p95") =>
    `${name} ${before[name].toFixed(1)} → ${during[name].toFixed(1)} ms, ${(during[name] / before[name]).toFixed(2)}×`;
  return `GET ${path.padEnd(16)} ${part("median")}; ${part("p95")} (${during.runs} runs)`;
}

async function signUpAll(send: Send): Promise<Person[]> {
  const made: Person[] = [];
  for (let number = 1; number <= people; number++) {
    const person = { email: `person${number}@rounds.example`, address: `203.0.113.${number}`, token: "" };
    const { access_token } = await send("POST", "/auth/v1/signup", person, credentials(person));
    made.push({ ...person, token: String(access_token) });
  }
  return made;
}

const credentials = ({ email }: Person) => ({ email, password: "a password for measuring" });

/** Keeps 50 sign-ins under way; `count` returns how many there were since the last call. */
function startSigningIn(send: Send, all: Person[]) {
  let done = 0;
  let stopped = false;
  const working = all.map(async (person) => {
    while (!stopped) {
      await send("POST", "/auth/v1/token?grant_type=password", person, credentials(person));
      done++;
    }
  });
  return {
    count() {
      const since = done;
      done = 0;
      return since;
    },
    async stop() {
      stopped = true;
      await Promise.all(working);
    },
  };
}

/** Sends the others' requests one after another until then, each as another person. */
async function probe(send: Send, all: Person[], until: number): Promise<Times> {
  const times: Times = new Map(probes.map((path) => [path, []]));
  for (let number = 0; Date.now() < until; number++) {
    const person = all[number % all.length] as Person;
    for (const path of probes) {
      times.get(path)?.push(await timeOf(() => send("GET", path, person)));
      await wait(pause);
    }
  }
  return times;
}

function add(to: Times, times: Times): void {
  for (const [path, more] of times) to.set(path, [...(to.get(path) ?? []), ...more]);
}

type Send = (method: string, path: string, person: Person, body?: object) => Promise<Record<string, unknown>>;

/** Sends requests over connections that stay open; throws on any answer other than success. */
function sender(port: number): Send {
  const agent = new Agent({ keepAlive: true });
  return (method, path, { address, token }, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        "x-forwarded-for": address,
        ...(token !== "" && { authorization: `Bearer ${token}` }),
        ...(body && { "content-type": "application/json" }),
      };
      const sent = request({ host: "127.0.0.1", port, agent, method, path, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () => {
          const text = Buffer.concat(parts).toString();
          if (answer.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${path} answered ${answer.statusCode}: ${text}`));
        });
      });
      sent.on("error", reject);
      sent.end(body && JSON.stringify(body));
    });
}

function readAsked(args: string[]): Asked {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: "string", default: unlessQuick("5", "1") },
      seconds: { type: "string", default: unlessQuick("4", "1") },
    },
  });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  // A person may sign in 30 times at once and 150 times in five minutes.
  if (!Number.isInteger(rounds) || rounds < 1 || !(seconds >= 1) || rounds * seconds > 60) {
    throw new Error("--rounds and --seconds take numbers from 1, together 60 seconds at most.");
  }
  return { rounds, seconds };
}

await runWith(readAsked, usage, run);
