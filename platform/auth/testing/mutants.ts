import { randomUUID } from "node:crypto";
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
import { grants, routes } from "../routes.ts";
import { goodPassword } from "./service.ts";

/** A request as sent; `path` starts after the service's prefix. */
export type Mutant = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
};

/** Values from the server that gets the requests; `bearers` are the tokens of several accounts. */
type Facts = { bearers: string[]; serviceKey: string; ids: string[] };

const email = `${marker}@example.com`;
const secret = `${marker} horse`;
const challenge = { code_challenge: "c".repeat(43), code_challenge_method: "s256" };

/** A body that suits each path; its content is marked, so that a log that quotes it is detected. */
const goodBodies: Record<string, Record<string, unknown>> = {
  "/signup": { email, password: secret, data: { name: marker }, ...challenge },
  "/otp": { email, create_user: true, data: { name: marker }, ...challenge },
  "/recover": { email, ...challenge },
  "/resend": { type: "signup", email },
  "/verify": { type: "email", email, token: "123456" },
  "/logout": {},
  "/user": { email, password: secret, data: { name: marker }, nonce: "123456" },
  "/factors": { factor_type: "totp", friendly_name: marker, issuer: marker },
  "/factors/:factorId/challenge": { channel: "sms" },
  "/factors/:factorId/verify": { challenge_id: randomUUID(), code: "123456" },
  "/admin/users": { email, password: secret, ban_duration: "24h", user_metadata: { name: marker } },
  "/admin/users/:userId": { email, password: secret, ban_duration: "none", app_metadata: { name: marker } },
  "/invite": { email, data: { name: marker } },
  "/admin/generate_link": { type: "magiclink", email, new_email: email, password: secret },
  "/token?grant_type=password": { email, password: secret },
  "/token?grant_type=refresh_token": { refresh_token: "A".repeat(43) },
  "/token?grant_type=pkce": { auth_code: randomUUID(), code_verifier: "v".repeat(43) },
  "/token?grant_type=id_token": { provider: "corp", id_token: "a.b.c", nonce: marker },
  "/token?grant_type=web3": { chain: "ethereum", message: marker, signature: "0x00" },
};

const values: unknown[] = [
  ...wrongKinds,
  ...storableTexts,
  ...unstorableTexts,
  ...brokenTexts,
  ...wrongWords,
  email,
  goodPassword,
  `${marker}@${"x".repeat(300)}.com`,
  { toString: null },
  { length: 1e9 },
  [[[[[[[[[[[[[]]]]]]]]]]]]],
  "9".repeat(400),
  -0,
  5e-324,
  "pkce_",
  "pkce_x",
  "\u0000",
];
const queries = [
  "",
  "?",
  "?a=1&a=2",
  "?redirect_to=a&redirect_to=b",
  "?redirect_to=http://rounds.test/x",
  "?type=signup&token=x",
  `?type=magiclink&token=${marker}`,
  `?email=${marker}@example.com&password=${marker}`,
  `?state=${marker}&code=${marker}&error_description=${marker}`,
  "?type=magiclink&token=pkce_x&redirect_to=https://evil.example",
  "?type=email_change&type=signup&token=a&token=b",
  "?type=__proto__&token=constructor",
  "?__proto__[role]=admin",
  "?constructor=1&toString=2",
  "?scope=global&scope=local",
  "?scope=%00",
  "?page=-1&per_page=1e9",
  "?page=NaN",
  "?page=99999999999999999999",
  "?provider=corp",
  "?provider=email&scopes=%0d%0a",
  `?state=${"x".repeat(3000)}&code=x`,
  "?state=%ED%A0%80",
  "?grant_type=password&grant_type=pkce",
  "?grant_type=",
  "?%00=%00",
  "?%zz=%",
  "?a[b][c]=1",
  `?${"a=1&".repeat(300)}`,
];
const contentTypes = [
  "application/json;charset=UTF-8",
  "application/json",
  "application/json; charset=utf-16",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/json;;;",
  "x",
  "",
];
const versions = ["2024-01-01", "2024-13-01", "2023-01-01", "9999-12-31", "x", ""];

/** Creates requests from `random` (0 to 1): the same for the same seed. */
export function mutantsOf(random: () => number, facts: Facts): () => Mutant {
  const below = (count: number) => Math.floor(random() * count);
  const chance = (share: number) => random() < share;
  function pick<Item>(list: readonly Item[]): Item {
    return list[below(list.length)] as Item;
  }

  const known = [
    ...routes.map(({ method, path }) => ({ method: method as string, path })),
    ...[...grants.keys()].map((grant) => ({ method: "POST", path: `/token?grant_type=${grant}` })),
    { method: "GET", path: "/mail" },
    { method: "POST", path: "/token" },
    { method: "GET", path: "/nothing/here" },
  ];

  function mutate(good: Record<string, unknown>): unknown {
    const body: Record<string, unknown> = { ...good };
    for (let changes = below(3); changes >= 0; changes--) {
      const key = chance(0.9) ? (pick(Object.keys(body)) ?? "email") : pick(["__proto__", "", marker, "x\0"]);
      const value = chance(0.1) ? nested(below(60)) : pick(values);
      if (chance(0.15)) delete body[key];
      // Not by assignment, which treats `__proto__` specially.
      else Object.defineProperty(body, key, { value, enumerable: true, configurable: true, writable: true });
    }
    return body;
  }

  function nested(depth: number): unknown {
    let value: unknown = marker;
    for (let level = 0; level < depth; level++) value = chance(0.5) ? [value] : { [marker]: value };
    return value;
  }

  function bodyFor(path: string): string | Uint8Array | undefined {
    if (chance(0.05)) return undefined;
    if (chance(0.05)) return pick(brokenBodies)[1];
    const text = JSON.stringify(mutate(goodBodies[path] ?? goodBodies["/user"] ?? {}));
    if (chance(0.05)) return text.slice(0, below(text.length));
    if (chance(0.03)) return text.replace(/"(\w)/, '"\\ud800$1');
    if (chance(0.03)) return text.replace(/:/, `:${"[".repeat(below(5000))}`);
    return text;
  }

  function bearerFor(path: string): string | undefined {
    // Otherwise most sessions would soon be signed out.
    if (path === "/logout" && chance(0.97)) return "x.y.z";
    if (path.startsWith("/admin") || path === "/invite")
      return chance(0.8) ? facts.serviceKey : pick(facts.bearers);
    if (chance(0.75)) return pick(facts.bearers);
    return pick([undefined, "x", "x.y.z", marker, facts.bearers[0]?.slice(0, -2)]);
  }

  return () => {
    const route = pick(known);
    const [pattern = "", fixedQuery] = route.path.split("?");
    const filled = pattern.replace(/:\w+/g, () =>
      chance(0.5) ? pick(facts.ids) : encodeURI(pick(wrongIds)).replaceAll("%25", "%"),
    );
    const query = fixedQuery === undefined || chance(0.1) ? pick(queries) : `?${fixedQuery}`;
    const odd = chance(0.05) ? pick(["/", "//", "/..", "/%2e%2e", "/%00", ";x=1", "%2f", "/%ff"]) : "";
    const method = chance(0.9)
      ? route.method
      : pick(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]);
    const bearer = bearerFor(pattern);
    const headers: Record<string, string> = { "x-supabase-api-version": pick(versions) };
    if (chance(0.9)) headers["content-type"] = pick(contentTypes);
    if (bearer !== undefined) headers.authorization = chance(0.95) ? `Bearer ${bearer}` : bearer;
    if (chance(0.1))
      headers.redirect_to = pick(["http://rounds.test/x", "https://evil.example", "%00", marker]);
    if (chance(0.1)) headers.referer = pick(["http://rounds.test/x", "https://evil.example", "x"]);
    if (chance(0.1)) headers["x-forwarded-for"] = pick(["1.2.3.4", "x", "::1, 2.3.4.5", "'", "fe80::1%eth0"]);
    if (chance(0.1)) headers["user-agent"] = pick(["", "x".repeat(3000), `${marker}\t`, "é"]);
    if (chance(0.05)) headers.origin = pick(["null", "https://evil.example"]);
    if (chance(0.05)) headers.apikey = pick(["", marker, facts.serviceKey]);
    const body = method === "GET" || method === "OPTIONS" ? undefined : bodyFor(route.path);
    return { method, path: filled + odd + query, headers, body };
  };
}
