import type { RateLimitPluginOptions } from "@fastify/rate-limit";
import { tryRequests } from "@rounds/auth/base/limits.ts";
import type { Database } from "@rounds/database/connect.ts";
import type { Clock } from "@rounds/http/clock.ts";

/** A server reserves requests from the shared counter in batches: this many batches make up a limit. */
const packetsOfLimit = 20;
/** How many users a route remembers; a forgotten one only starts with a free batch again. */
const maxRemembered = 5000;

/** What a server has reserved of one user's requests on a route since `began` (milliseconds since 1970). */
type Held = { began: number; used: number; taken: number; refusedUntil: number; asking?: Promise<void> };

/** What the plugin passes about a route, although its types don't have it. */
type Options = { routeInfo?: { method: string; url: string } };

/**
 * Counts the limits of the API over all servers of a database, for `@fastify/rate-limit`. In each window a server
 * allows the first batch of requests without asking, so ordinary use costs no query; each further batch is reserved
 * from the counter in the database. So with n servers a limit is exceeded by at most n - 1 batches.
 */
export function sharedLimits(db: Database, clock: Clock): NonNullable<RateLimitPluginOptions["store"]> {
  return class SharedLimits {
    #name: string;
    #held = new Map<string, Held>();

    constructor(options: object) {
      // The plugin gives the options of the route, but types them as those of the plugin.
      const { routeInfo } = options as Options;
      this.#name = routeInfo ? `${routeInfo.method} ${routeInfo.url}` : "other";
    }

    child(options: object) {
      return new SharedLimits(options);
    }

    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      window: number,
      max: number,
    ) {
      this.#take(key, window, max).then(
        (result) => done(null, result),
        (error: Error) => done(error),
      );
    }

    /**
     * How many requests are used as far as this server knows, more than `max` if none are left; `ttl` in milliseconds.
     */
    async #take(key: string, window: number, max: number): Promise<{ current: number; ttl: number }> {
      const packet = Math.max(1, Math.floor(max / packetsOfLimit));
      const held = this.#heldBy(key, window, packet);
      while (held.used >= held.taken) {
        const wait = held.refusedUntil - clock();
        if (wait > 0) return { current: max + 1, ttl: wait };
        // Requests that arrive together wait for one batch.
        held.asking ??= this.#ask(held, { key, window, max, packet }).finally(() => {
          delete held.asking;
        });
        await held.asking;
      }
      held.used++;
      return { current: Math.min(held.used, max), ttl: held.began + window - clock() };
    }

    #heldBy(key: string, window: number, packet: number): Held {
      const known = this.#held.get(key);
      // A clock that was set back starts a new window.
      if (known && clock() >= known.began && clock() < known.began + window) return known;
      const held = { began: clock(), used: 0, taken: packet, refusedUntil: 0 };
      this.#held.delete(key);
      this.#held.set(key, held);
      const [oldest] = this.#held.keys();
      if (oldest !== undefined && this.#held.size > maxRemembered) this.#held.delete(oldest);
      return held;
    }

    async #ask(held: Held, asked: { key: string; window: number; max: number; packet: number }) {
      const { key, window, max, packet } = asked;
      // The first batch was allowed without asking.
      const requests = held.taken === packet ? 2 * packet : packet;
      const limit = { count: max, seconds: window / 1000, burst: max };
      const wait = await tryRequests({ db, clock }, { name: this.#name, limit, key, requests });
      if (wait === 0) held.taken += packet;
      else held.refusedUntil = clock() + wait * 1000;
    }
  };
}
