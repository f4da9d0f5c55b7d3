import { Agent, request } from "node:http";
import { type Mutant, mutantsOf } from "@rounds/auth/testing/mutants.ts";
import { shuffler } from "@rounds/auth/testing/timing.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { marker } from "@rounds/testkit/hostile-values.ts";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";

const requests = casesOf(2_000, 10_000);
/** At once: as many as in a busy office, and few enough that none waits long for a password's hash. */
const atOnce = 12;
const milliseconds = 60_000;

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
const app = await startApp();
const people = await Promise.all(
  Array.from({ length: 8 }, (_, at) => app.signUp(`${marker}${at}@example.com`)),
);
const { secret } = await app.db.selectFrom("auth.service_keys").select("secret").executeTakeFirstOrThrow();
const bearers = people.map(({ token }) => token);
const facts = { bearers, serviceKey: secret, ids: people.map(({ id }) => id) };
afterAll(async () => {
  agent.destroy();
  await app.close();
});

type Answered = { status: number; type: string; location: string; text: string };

function send({ method, path, headers: given, body }: Mutant): Promise<Answered> {
  const { hostname, port } = new URL(app.url);
  // Written by hand: for DELETE the client would send a body without its length.
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const headers = { ...given, ...length };
  return new Promise((done, failed) => {
    const asked = request(
      { hostname, port, agent, method, path: `/auth/v1${path}`, headers, timeout: milliseconds },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part) => {
          text += part;
        });
        answer.on("end", () => {
          const { "content-type": type = "", location = "" } = answer.headers;
          done({ status: answer.statusCode ?? 0, type, location, text });
        });
        answer.on("error", failed);
      },
    );
    asked.on("timeout", () => asked.destroy(new Error("no answer")));
    asked.on("error", failed);
    asked.end(body);
  });
}

/** What is wrong with an answer; undefined for one that a client of the protocol can read. */
function problemOf({ status, type, location, text }: Answered, path: string): string | undefined {
  if (status >= 500) return `answered ${status}`;
  if (status === 204) return text === "" ? undefined : "a body that must not be";
  if (status === 302 || status === 303) {
    return /^http:\/\/rounds\.test(?:[/?#]|$)/.test(location) ? undefined : `led to ${location}`;
  }
  if (status === 200 && path.startsWith("/mail") && type.startsWith("text/html")) return undefined;
  if (!type.startsWith("application/json")) return `answered ${status} ${type}`;
  const body: unknown = JSON.parse(text);
  if (status === 200) return undefined;
  if (typeof body !== "object" || body === null) return "no object";
  const { code, message, error_code, msg, error, error_description } = body as Record<string, unknown>;
  const isText = (...texts: unknown[]) => texts.every((one) => typeof one === "string" && one !== "");
  if (isText(code, message) || isText(error, error_description)) return undefined;
  return code === status && isText(error_code, msg) ? undefined : `no code and message: ${text}`;
}

test(`${requests} requests of every broken kind`, { timeout: 600_000 }, async () => {
  const next = mutantsOf(shuffler(20_250_615), facts);
  const problems: string[] = [];
  const seen = new Map<number, number>();
  let left = requests;
  async function work(): Promise<void> {
    while (left-- > 0) {
      const mutant = next();
      const about = `${mutant.method} ${mutant.path.slice(0, 200)} ${String(mutant.body).slice(0, 300)}`;
      try {
        const answered = await send(mutant);
        seen.set(answered.status, (seen.get(answered.status) ?? 0) + 1);
        const problem = problemOf(answered, mutant.path);
        if (problem) problems.push(`${problem}: ${about}`);
      } catch (error) {
        problems.push(`${String(error)}: ${about}`);
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(problems.slice(0, 20)).toEqual([]);
  // They reached everything: past the guards, to errors of every kind and to successes.
  for (const status of [200, 303, 400, 401, 403, 404, 422]) expect([...seen.keys()]).toContain(status);
  expect(seen.get(200)).toBeGreaterThan(requests / 50);
});

test("the server works as before, and its log contains no names and no secrets", async () => {
  expect((await app.signUp("after@example.com")).id).toMatch(/^[0-9a-f-]{36}$/);
  const signedIn = await app.signIn("after@example.com");
  expect((await signedIn.send("/auth/v1/user")).status).toBe(200);
  expect((await signedIn.send("/api/dashboard")).status).toBeLessThan(500);
  const logged = app.logged();
  expect(logged.split("\n").length).toBeGreaterThan(requests / 2);
  const secrets = [marker, "horse", "@example.com", facts.serviceKey, ...facts.bearers, "eyJ"];
  const lower = logged.toLowerCase();
  for (const secret of secrets)
    expect([secret.slice(0, 12), lower.includes(secret.toLowerCase())]).toEqual([secret.slice(0, 12), false]);
  // The one-time code that requests carry; six digits within an id or a time are none.
  expect(lower).not.toMatch(/(?<![0-9a-f.-])123456(?![0-9a-f.-])/);
});
