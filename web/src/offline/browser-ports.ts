import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { unpacked } from "@rounds/domain/sync/columns.ts";
import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import type { PackedAnswer, SyncIds, SyncRows } from "@rounds/domain/sync/sync.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { now } from "../api/clock.ts";
import { newId } from "../api/new-id.ts";
import { doesAnswer } from "../api/reachable.ts";
import { accessToken, authClient } from "../api/session/session.ts";
import { urlOf } from "../api/url.ts";
import type { Entry } from "../phone/entry.ts";
import type { Answer, Network, Ports } from "../phone/ports.ts";
import { skipOf } from "../phone/skip-entity.ts";
import { databaseName } from "./stores.ts";

/** A request that takes longer counts as not answered, in milliseconds. */
const maxWait = 20_000;

const routes = { doctors: doctorRoutes, visits: visitRoutes };

function routeOf({ noun, op }: Entry) {
  if (noun === "skips") return op === "delete" ? todayRoutes.undoSkip : todayRoutes.skip;
  return op === "complete" ? visitRoutes.complete : routes[noun][op];
}

/** A token that can't be renewed in this time counts as an unreached server, in milliseconds. */
const maxTokenWait = 10_000;

/** The person's token, another one than the `refused`; empty if the session has ended. Throws once somebody else is signed in. */
async function freshToken(person: string, refused: string): Promise<string> {
  const token = await accessToken(person);
  if (token === "" || token !== refused) return token;
  const { auth, isAuthRetryableFetchError } = await authClient();
  const { data, error } = await auth.refreshSession();
  if (error && isAuthRetryableFetchError(error)) throw error;
  return data.session ? await accessToken(person) : "";
}

/** The same, or "unreached". The client library tries for half a minute, which is too long to wait. */
async function tokenInTime(person: string, refused: string): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("unreached"), maxTokenWait);
  });
  const token = freshToken(person, refused).catch(() => "unreached");
  return await Promise.race([token, late]).finally(() => clearTimeout(timer));
}

type Request = { method: string; url: string; headers?: Record<string, string>; body?: string };

/** Sends a request with the person's token. A token that was refused is renewed once. Never rejects. */
async function request(person: string, { method, url, headers, body }: Request) {
  const accept = "application/json";
  let refused = "";
  for (;;) {
    const token = await tokenInTime(person, refused);
    if (token === "unreached") return "none";
    if (token === "") return { status: 401, body: { code: "not_signed_in", message: "" } };
    const answer = await send(method, url, { accept, ...headers, authorization: `Bearer ${token}` }, body);
    if (answer === "none" || answer.status !== 401 || refused !== "") return answer;
    refused = token;
  }
}

async function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<Answer<unknown>> {
  try {
    const signal = AbortSignal.timeout(maxWait);
    const answer = await fetch(url, { method, headers, body, signal, cache: "no-store" });
    const retry_after = Number(answer.headers.get("retry-after"));
    // The body must be complete: an answer that breaks off is none.
    const text = await answer.text();
    const content = { status: answer.status, body: contentOf(text) };
    return retry_after > 0 ? { ...content, retry_after } : content;
  } catch {
    return "none";
  }
}

function contentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not the API's: the engine sees that it is none of its answers.
    return undefined;
  }
}

/** The network of a person: nothing of theirs is sent in the session of somebody else. */
function networkOf(person: string): Network {
  // The route's answers have this shape.
  const read = async <Body>(url: string) => (await request(person, { method: "GET", url })) as Answer<Body>;
  return {
    // What a device says of its connection is a hint only.
    mayReach: async () => navigator.onLine || (await doesAnswer()),
    send(entry) {
      const { noun, op, entity, body, key } = entry;
      const route = routeOf(entry);
      // What was confirmed of a deletion is its query.
      const isDelete = op === "delete";
      const { id, query } =
        noun === "skips"
          ? { id: skipOf(entity).doctor_id, query: { day: skipOf(entity).day } }
          : { id: entity, query: body };
      const url = urlOf(route.path, { id }, (isDelete && query) || undefined);
      const headers = { "idempotency-key": key };
      if (isDelete || !body) return request(person, { method: route.method, url, headers });
      return request(person, {
        method: route.method,
        url,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    },
    async pull(query) {
      const answer = await read<PackedAnswer>(urlOf(syncRoutes.pull.path, {}, query));
      if (answer === "none") return answer;
      if (answer.status !== 200) return answer as Answer<never>;
      try {
        return { status: 200, body: unpacked(answer.body) };
      } catch {
        // The page of something between, with a friendly status.
        return "none";
      }
    },
    ids: (noun) => read<SyncIds>(urlOf(syncRoutes.ids.path, {}, { noun })),
    rows: (noun, ids) => read<SyncRows>(urlOf(syncRoutes.rows.path, {}, { noun, ids: ids.join(",") })),
  };
}

/** One piece of work after another, where the browser has no locks. */
let last: Promise<unknown> = Promise.resolve();

/** The world of a person's phone in this browser; `store` is made over the same database by each tab. */
export function browserPorts(
  user_id: string,
  app_version: string,
  store: Ports["store"],
): Ports & { close(): void } {
  const name = databaseName(user_id);
  const channel = new BroadcastChannel(name);
  return {
    user_id,
    app_version,
    store,
    network: networkOf(user_id),
    clock: {
      now,
      after(milliseconds, work) {
        const timer = setTimeout(work, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    random: Math.random,
    newId,
    async alone(what, work) {
      if ("locks" in navigator) return await navigator.locks.request(`${name}-${what}`, work);
      const before = last;
      const own = before.then(work, work);
      last = own.catch(() => {});
      return await own;
    },
    tabs: {
      tell: () => channel.postMessage(""),
      hear(listener) {
        channel.addEventListener("message", listener);
        return () => channel.removeEventListener("message", listener);
      },
    },
    close: () => channel.close(),
  };
}
