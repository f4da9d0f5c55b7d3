import { errors } from "@rounds/domain/errors/errors.ts";
import { anId } from "@rounds/testkit/builders.ts";
import { address } from "@rounds/testkit/caller.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import {
  brokenBodies,
  brokenTexts,
  marker,
  storableTexts,
  unstorableTexts,
  wrongIds,
  wrongKinds,
  wrongWords,
} from "@rounds/testkit/hostile-values.ts";
import type { Answer } from "@rounds/testkit/send.ts";
import { afterAll, describe, expect, test, vi } from "vitest";
import { startApp } from "../testing/app.ts";
import { type Call, routesByName, validCalls } from "../testing/valid-calls.ts";

// Whatever a route is sent, it answers with a stable code, or stores the text unchanged; never a 500, and never SQL, a
// stack or a constraint's name.

// Thousands of requests; the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const app = await startApp({ downloads: { total: 100, per_person: 100 } });
afterAll(() => app.close());

const json = { "content-type": "application/json" };
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const inside =
  /violates|constraint|relation "|syntax error|duplicate key|SQLSTATE|pg_|kysely|node_modules|\.[tj]s:\d|at async|\bat \w+ \(/i;

/** Sends a call of a route with these parts, unchanged. */
function ask(call: Call, path = address(call.path, call.params, call.query)): Promise<Answer> {
  const { method, body } = call;
  return app.send(path, { method, ...(body !== undefined && { headers: json, body: JSON.stringify(body) }) });
}

/** Checks the shape of a refusal, and returns its text. */
function refusalOf({ status, text, headers }: Answer, sent: unknown): string {
  const said = `${status} ${text.slice(0, 300)} to ${JSON.stringify(sent)?.slice(0, 200)}`;
  expect(status, said).toBeGreaterThanOrEqual(400);
  expect(status, said).toBeLessThan(500);
  const answer = JSON.parse(text);
  expect(Object.keys(errors), said).toContain(answer.code);
  expect(status, said).toBe(errors[answer.code as keyof typeof errors].status);
  const spoken = ["product_has_sales", "insufficient_stock"].includes(answer.code);
  if (!spoken) expect(answer.message, said).toBe(errors[answer.code as keyof typeof errors].message);
  expect(answer.request_id, said).toMatch(uuid);
  expect(headers.get("x-request-id"), said).toBe(answer.request_id);
  expect(
    Object.keys(answer).filter(
      (key) => !["code", "message", "fields", "details", "request_id"].includes(key),
    ),
  ).toEqual([]);
  if (answer.code !== "changed_meanwhile") expect(text, said).not.toMatch(inside);
  return answer.code;
}

/** Every place in a body: `name`, `items.0.quantity`. */
function placesOf(body: object, before: string[] = []): string[][] {
  return Object.entries(body).flatMap(([key, value]) => {
    const place = [...before, key];
    return typeof value === "object" && value !== null ? [place, ...placesOf(value, place)] : [place];
  });
}

/** The body with another value (none: without any) at a place. */
function changed(body: object, [key = "", ...rest]: string[], value: unknown): object {
  const copy = Array.isArray(body) ? [...body] : { ...body };
  const part = Reflect.get(copy, key);
  if (rest.length > 0) Reflect.set(copy, key, changed(part, rest, value));
  else if (value === undefined) Reflect.deleteProperty(copy, key);
  else Reflect.set(copy, key, value);
  return copy;
}

const at = (body: unknown, place: string[]) =>
  place.reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], body);

/**
 * `npm test` sends every third value to a field, and every third id, body and type to a route; each field and route begins
 * with another one. `npm run test:release` sends all.
 */
const every = casesOf(3, 1);
let dealt = 0;
function deal<Value>(values: readonly Value[]): Value[] {
  const first = dealt++ % every;
  return values.filter((_, n) => n % every === first);
}

const wrongTypes = [
  "text/plain",
  "text/json",
  "application/xml",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "nonsense",
];

/** Runs a function for every value, a few at a time. */
async function each<Value>(values: readonly Value[], act: (value: Value) => Promise<void>) {
  const left = [...values];
  const work = async () => {
    for (let value = left.shift(); value !== undefined; value = left.shift()) await act(value);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

test("every route has a valid call, and it succeeds", async () => {
  expect(Object.keys(validCalls).sort()).toEqual(Object.keys(routesByName).sort());
  for (const [name, make] of Object.entries(validCalls)) {
    const answer = await ask(await make(app));
    expect([name, answer.status < 300, answer.text.slice(0, 200)]).toEqual([
      name,
      true,
      answer.text.slice(0, 200),
    ]);
  }
});

describe.each(Object.keys(validCalls))("%s", (name) => {
  const make = async () => {
    const call = await validCalls[name]?.(app);
    if (!call) throw new Error(`no valid call of ${name}`);
    return call;
  };
  let valid: Promise<Call> | undefined;
  /** A call that nobody has made yet: what is refused leaves it as it is. */
  const unmade = () => {
    valid ??= make();
    return valid;
  };

  test("refuses malformed ids, and finds no unknown row", async () => {
    const call = await unmade();
    if (!call.params) return;
    await each(deal(wrongIds), async (id) => {
      const answer = await ask(call, call.path.replace(":id", id));
      const code = refusalOf(answer, id);
      expect(["validation_failed", "not_found", "malformed_request"]).toContain(code);
      if (code === "validation_failed") expect(Object.keys(JSON.parse(answer.text).fields)).toEqual(["id"]);
    });
    const unknown = await ask(call, call.path.replace(":id", anId()));
    expect(refusalOf(unknown, "an unknown id")).toBe("not_found");
  });

  test("accepts or refuses whatever is in the query", async () => {
    const call = await unmade();
    if (call.method !== "GET") return;
    const path = address(call.path, call.params);
    const values = [...storableTexts.slice(0, 5), ...unstorableTexts, ...wrongWords, "x".repeat(8000)];
    const queries = ["unknown=1", "__proto__=1", "constructor=1", "=1", "&&&", "%zz", "a[b]=1"];
    for (const key of call.takes ?? []) {
      for (const value of deal(values)) queries.push(`${key}=${encodeURIComponent(value)}`);
      for (const raw of deal(["", "=", "=%00", "=%zz", "[]=a", "=%ED%A0%80", "=%F0%28"]))
        queries.push(key + raw);
      queries.push(`${key}=a&${key}=b`);
    }
    await each(queries, async (query) => {
      const answer = await app.send(`${path}?${query}`);
      // One archive is made at a time.
      const refusals =
        name === "archive.export" ? ["archive_busy", "validation_failed"] : ["validation_failed"];
      if (answer.status !== 200) expect(refusals).toContain(refusalOf(answer, query));
    });
  });

  test("refuses malformed bodies", async () => {
    const call = await unmade();
    const path = address(call.path, call.params);
    if (call.body === undefined) return;
    const { method } = call;
    await each(deal(brokenBodies), async ([kind, body]) => {
      const answer = await app.send(path, { method, headers: json, body });
      expect(["malformed_request", "validation_failed"]).toContain(refusalOf(answer, kind));
    });
    const body = JSON.stringify({ ...call.body, notes: "x".repeat(1024 * 1024) });
    expect(refusalOf(await app.send(path, { method, headers: json, body }), "1 MB")).toBe(
      "payload_too_large",
    );
    await each(deal(wrongTypes), async (type) => {
      const headers = { "content-type": type };
      const answer = await app.send(path, { method, headers, body: JSON.stringify(call.body) });
      expect(refusalOf(answer, type)).toBe("unsupported_media_type");
    });
  });

  test("refuses unknown fields", async () => {
    const call = await unmade();
    if (call.body === undefined) return;
    for (const key of ["created_by", "constructor", "toString", `${marker}'`, "x".repeat(10_000)]) {
      const answer = await ask({ ...call, body: { ...call.body, [key]: 1 } });
      expect(refusalOf(answer, key)).toBe("validation_failed");
    }
  });

  test("refuses or stores as it looks whatever is in a field", async () => {
    let call = await unmade();
    if (call.body === undefined) return;
    const values = [...wrongKinds, undefined, ...storableTexts, ...unstorableTexts, ...brokenTexts];
    for (const place of placesOf(call.body)) {
      const isText = call.texts?.includes(place.join("."));
      for (const value of deal(
        isText ? values : [...wrongKinds, undefined, ...wrongWords, storableTexts[0]],
      )) {
        const answer = await ask({ ...call, body: changed(call.body ?? {}, place, value) });
        if (answer.status >= 300) {
          refusalOf(answer, [place, value]);
          const text = typeof value === "string" && storableTexts.includes(value);
          // A name is one line.
          if (place.at(-1) === "name" && text && value.includes("\n")) continue;
          if (text && isText) expect([place, value]).toBe("stored");
          continue;
        }
        expect(unstorableTexts).not.toContain(value);
        await holdToWhatWasSent(call, place, value, answer);
        call = await make();
      }
    }
  });
});

/** Checks that an accepted value became what such a field may become. */
async function holdToWhatWasSent(call: Call, place: string[], value: unknown, answer: Answer) {
  const field = place.join(".");
  const { texts = [], optional = [], harmless, answered, reads } = call;
  const stored = at(JSON.parse(answer.text), answered?.(place) ?? place);
  const empty = value === undefined || value === null || (typeof value === "string" && value.trim() === "");
  if (harmless?.(field, value)) return;
  if (optional.includes(field) && empty) {
    // The ledger has a default note.
    if (!answered) expect([field, value, stored]).toEqual([field, value, null]);
    return;
  }
  expect([field, value, texts.includes(field), typeof value]).toEqual([field, value, true, "string"]);
  // Nobody sees that these are missing.
  const seen = String(value).replaceAll(/[\u200b\u202e\ufeff]/g, "");
  const clean = seen.toWellFormed().replaceAll("\r\n", "\n").trim();
  expect([field, stored]).toEqual([field, clean]);
  if (reads) expect(at(JSON.parse((await app.send(reads)).text), place)).toBe(clean);
}

describe("requests without a route", () => {
  test.each([
    "/api",
    "/api/",
    "/api/nothing",
    "/api/doctors/",
    "/api//doctors",
    "/api/doctors/%zz",
    "/api/doctors/%",
    "/api/doctors/..%2fproducts",
    "/api/__proto__",
    `/api/${"x".repeat(9000)}`,
    "/auth/v1x",
    "/.env",
    "/api/doctors/%00",
  ])("%s is refused", async (path) => {
    const answer = await app.send(path);
    expect(["not_found", "malformed_request", "validation_failed"]).toContain(refusalOf(answer, path));
  });

  test.each(["PATCH", "DELETE", "PUT", "OPTIONS", "PROPFIND"])("%s of a list is refused", async (method) => {
    refusalOf(await app.send("/api/doctors", { method }), method);
  });

  test("hostile header values change nothing", async () => {
    for (const authorization of [
      "Bearer",
      "Bearer ",
      "Bearer null",
      "Basic YTpi",
      `Bearer ${"x".repeat(5000)}`,
      "Bearer a.b.c",
      "'",
    ]) {
      const answer = await app.send("/api/doctors", { headers: { authorization } });
      expect(["not_signed_in", "session_ended"]).toContain(refusalOf(answer, authorization));
    }
    const answer = await app.send("/api/doctors", {
      headers: { "x-request-id": "mine", "accept-encoding": "none" },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-request-id")).toMatch(uuid);
  });
});

test("after all this the log contains no personal data, no token and nothing that was typed", async () => {
  const { rows: doctors } = await app.database.pool.query("select id, name from doctors limit 5");
  const log = app.logged();
  expect(log.length).toBeGreaterThan(1000);
  const secrets = [
    marker,
    "asha@example.com",
    "example.com",
    app.token.slice(0, 30),
    app.token.slice(-30),
    "Meera",
    "correct horse",
  ];
  for (const secret of [...secrets, ...doctors.map((row) => row.id)]) expect(log).not.toContain(secret);
  const levels = log
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line).level);
  expect(Math.max(...levels)).toBeLessThan(50);
});
