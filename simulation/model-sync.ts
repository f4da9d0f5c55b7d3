import { digestOf } from "@rounds/domain/sync/digest.ts";
import { type SyncNoun, syncNouns } from "@rounds/domain/sync/nouns.ts";
import type { SyncAnswer, SyncIds, SyncQuery, SyncRows } from "@rounds/domain/sync/sync.ts";
import type { ModelRow, ModelServer } from "./model-server.ts";
import type { World } from "./world.ts";

/** The rows of a noun that a person's phone may keep, by id. */
export function scopeOf(server: ModelServer, user: string, noun: SyncNoun): ModelRow[] {
  const rows: ModelRow[] = [];
  for (const row of server[noun].values()) if (!server.hidden.has(`${user} ${row.id}`)) rows.push(row);
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** What changed, as `GET /api/sync` answers. Transactions that still run make the next one tell some rows again. */
export function pullFrom(world: World, server: ModelServer, user: string, query: SyncQuery): SyncAnswer {
  const { cursor = "", digest = "", after_doctors = "", after_products = "", after_visits = "" } = query;
  const [epoch, at] = cursor.split(":");
  const from = Number(epoch) === server.epoch ? Number(at) : undefined;
  const isFirst = after_doctors + after_products + after_visits === "";
  const part = (noun: SyncNoun, after: string) => {
    const scoped = scopeOf(server, user, noun);
    const isRead = isFirst || after !== "";
    const found = scoped.filter(
      ({ id }) => isRead && id > after && (from === undefined || (server.changed.get(id) ?? 0) >= from),
    );
    const rows = found.slice(0, world.weather.page);
    return {
      rows: rows as never[],
      count: scoped.length,
      digest: digest === "1" ? digestOf(scoped) : null,
      more: found.length > rows.length ? (rows.at(-1)?.id ?? null) : null,
    };
  };
  const running = world.isRough ? world.random.integer(0, 3) : 0;
  return {
    cursor: `${server.epoch}:${Math.max(1, server.transactions + 1 - running)}`,
    reset: isFirst && from === undefined,
    today: "2026-11-23",
    server_time: "2026-11-23T10:00:00.000Z",
    scope: { doctors: "all", visits_since: "2026-08-25", is_cut: false },
    doctors: part("doctors", after_doctors),
    products: part("products", after_products),
    visits: part("visits", after_visits),
    deleted:
      from === undefined
        ? []
        : [...server.deleted].filter(([, { changed }]) => changed >= from).map(([id]) => id),
  };
}

export function idsFrom(server: ModelServer, user: string, noun: SyncNoun): SyncIds {
  return { rows: scopeOf(server, user, noun).map(({ id, version }) => [id, version]) };
}

export function rowsFrom(
  server: ModelServer,
  user: string,
  noun: SyncNoun,
  ids: readonly string[],
): SyncRows {
  const wanted = new Set(ids);
  const rows = (of: SyncNoun) =>
    of === noun ? scopeOf(server, user, of).filter(({ id }) => wanted.has(id)) : [];
  const [doctors, products, visits] = syncNouns.map(rows) as never[][];
  return { doctors: doctors ?? [], products: products ?? [], visits: visits ?? [] };
}
