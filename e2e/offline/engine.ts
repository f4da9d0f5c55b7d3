import { randomUUID } from "node:crypto";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";
import { unpacked } from "@rounds/domain/sync/columns.ts";
import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import type { PackedAnswer } from "@rounds/domain/sync/sync.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { urlOf } from "../../web/src/api/url.ts";
import { createPhone } from "../../web/src/offline/engine/phone.ts";
import { memoryStore } from "../../web/src/offline/testing/memory-store.ts";
import type { Entry, WrittenRows } from "../../web/src/phone/entry.ts";
import type { Phone } from "../../web/src/phone/phone-state.ts";
import type { Answer, Network } from "../../web/src/phone/ports.ts";
import type { Person } from "../kit/person.ts";

const routes = { doctors: doctorRoutes, visits: visitRoutes };

/** A phone of the product's own engine over a store in memory, which sends to the server over HTTP. */
export type EnginePhone = { phone: Phone; newId: () => string; person: string; setOnline(is: boolean): void };

/** A new id in the order of time. */
export function newId(): string {
  return uuidV7(Date.now(), Buffer.from(randomUUID().replaceAll("-", ""), "hex").subarray(0, 10));
}

/** Opens a person's phone; it has read everything once. */
export async function openEngine(url: string, { session }: Person): Promise<EnginePhone> {
  let isOnline = true;
  async function send(
    method: string,
    path: string,
    headers: object,
    body?: string,
  ): Promise<Answer<unknown>> {
    if (!isOnline) return "none";
    try {
      const answer = await fetch(url + path, {
        method,
        headers: { ...headers, authorization: `Bearer ${session.access_token}` },
        signal: AbortSignal.timeout(20_000),
        ...(body !== undefined && { body }),
      });
      return { status: answer.status, body: await answer.json() };
    } catch {
      return "none";
    }
  }
  // The routes' answers have these shapes.
  const read = (path: string) => send("GET", path, {}) as Promise<Answer<never>>;
  const network: Network = {
    mayReach: async () => true,
    send({ noun, op, entity, body, key }: Entry) {
      // Nobody is skipped here.
      const { method, path } = op === "complete" ? visitRoutes.complete : routes[noun as WrittenRows][op];
      const headers = { "idempotency-key": key, ...(body && { "content-type": "application/json" }) };
      return send(method, urlOf(path, { id: entity }), headers, body ? JSON.stringify(body) : undefined);
    },
    async pull(query) {
      const answer = await read(urlOf(syncRoutes.pull.path, {}, query));
      if (answer === "none" || answer.status !== 200) return answer;
      return { status: 200, body: unpacked(answer.body as PackedAnswer) };
    },
    ids: (noun) => read(urlOf(syncRoutes.ids.path, {}, { noun })),
    rows: (noun, ids) => read(urlOf(syncRoutes.rows.path, {}, { noun, ids: ids.join(",") })),
  };
  const phone = await createPhone({
    ...{ user_id: session.user.id, app_version: "1", store: memoryStore(), network, newId },
    clock: {
      now: Date.now,
      after(milliseconds, work) {
        const timer = setTimeout(work, milliseconds);
        return () => clearTimeout(timer);
      },
    },
    random: Math.random,
    alone: (_, work) => work(),
    tabs: { tell: () => {}, hear: () => () => {} },
  });
  await phone.sync("start");
  return {
    phone,
    newId,
    person: session.user.id,
    setOnline(is) {
      isOnline = is;
    },
  };
}
