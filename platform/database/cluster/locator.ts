import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "@rounds/postgres/log.ts";
import { NoPrimaryError } from "../no-primary.ts";
import type { Session } from "../session.ts";
import { type ClusterAddress, type Host, nameOf } from "./address.ts";
import { type Claim, createProbe } from "./probe.ts";

export type Locator = {
  /**
   * The host that is the primary. While none is known it waits for one, until the waiting time since the loss is over;
   * then, and for all later callers, it throws `NoPrimaryError`.
   */
  primary(): Promise<Host>;
  /** Waits up to `milliseconds`, or until it is no longer wanted, and reports it; throws `NoPrimaryError`. */
  firstPrimary(milliseconds: number, wanted?: AbortSignal): Promise<void>;
  /** Reports that a connection to the host failed or was useless: the primary is looked for again. */
  suspect(host: Host): void;
  /**
   * Registers a connection, to be closed when its host is no longer the primary; returns a function that unregisters
   * it.
   */
  watch(session: Session, host: Host): () => void;
  stop(): Promise<void>;
};

const pause = 1_000;
const pauseWithoutPrimary = 200;
/** How long the first host that claims to be the primary waits for hosts that have not answered yet. */
const grace = 1_000;
/** A start reports that it waits after a second, and again from time to time. */
const tellFirst = 1_000;
const tellAgain = 5_000;

/**
 * Repeatedly asks all hosts of a cluster which of them is the primary. If two claim it, one was cut off and the other
 * promoted since: the later timeline counts, and once it has been seen, earlier ones are rejected. `longestWait` is how
 * long requests wait for the next primary, in milliseconds.
 */
export function createLocator({ hosts, settings }: ClusterAddress, log: Log, longestWait: number): Locator {
  let stopped = false;
  const events = new EventEmitter().setMaxListeners(0);
  const claims = new Map<Host, Claim>();
  const sessions = new Map<Session, Host>();
  /** The host whose connections stay open. It is not `known` while it must be asked again. */
  let current: Host | undefined;
  let known = false;
  let latest = 0;
  let lostAt = performance.now();

  function lose(at: number): void {
    if (known) lostAt = at;
    known = false;
    events.emit("hurry");
  }

  function cutAllBut(kept: Host | undefined, reason: string): void {
    for (const [session, host] of sessions) if (host !== kept) session.cut(reason);
  }

  /** Evaluates a host's answer to a question sent at that time. */
  function conclude(askedAt: number): void {
    const leader = leading();
    if (!leader) {
      if (!current || !claims.has(current)) return;
      const gone = current;
      current = undefined;
      lose(askedAt);
      log(`The primary was lost: ${describe(gone)}`, { severity: "warn" });
      cutAllBut(undefined, describe(gone));
      return;
    }
    const { host, timeline } = leader;
    const isFirst = latest === 0 && performance.now() - lostAt < grace;
    if (!known && isFirst && hosts.some((other) => !claims.has(other))) return;
    if (host !== current) {
      current = host;
      log(`The primary is ${nameOf(host)}.`, { timeline });
      cutAllBut(host, `the primary is ${nameOf(host)} now`);
    }
    latest = timeline;
    known = true;
    events.emit("found");
  }

  /** The host with the best claim, if any; the current one wins against equal claims. */
  function leading(): { host: Host; timeline: number } | undefined {
    let best: { host: Host; timeline: number } | undefined;
    for (const host of hosts) {
      const claim = claims.get(host);
      if (claim?.role !== "primary" || claim.timeline < latest) continue;
      const { timeline } = claim;
      if (!best || timeline > best.timeline || (timeline === best.timeline && host === current))
        best = { host, timeline };
    }
    return best;
  }

  async function follow(host: Host): Promise<void> {
    const probe = createProbe(host, settings, () => events.emit("hurry"));
    events.once("stop", probe.end);
    while (!stopped) {
      const askedAt = performance.now();
      const claim = await probe.ask();
      if (stopped) return probe.end();
      // Class 53 means that a server has no room for another connection: nothing new about its role.
      const isNews = claim.role !== "unknown" || !claim.sql_state?.startsWith("53");
      if (isNews || !claims.has(host)) claims.set(host, claim);
      conclude(askedAt);
      await within(known ? pause : pauseWithoutPrimary, "hurry");
    }
  }

  /** Waits for an event or the end, but at most `milliseconds`. */
  async function within(milliseconds: number, event: string): Promise<void> {
    const ending = new AbortController();
    const { signal } = ending;
    const happened = [once(events, event, { signal }), once(events, "stop", { signal })];
    await Promise.race([...happened, wait(milliseconds, undefined, { signal })]);
    ending.abort();
  }

  function describe(host: Host): string {
    const claim = claims.get(host);
    switch (claim?.role) {
      case undefined:
        return `${nameOf(host)} has not answered yet`;
      case "primary":
        return `${nameOf(host)} was the primary until another host was promoted`;
      case "standby":
        return `${nameOf(host)} is a standby`;
      case "unknown":
        return `${nameOf(host)}: ${claim.reason}`;
    }
  }

  const noPrimary = () =>
    new NoPrimaryError(`No primary of the database can be reached. ${hosts.map(describe).join("; ")}.`);

  /** Whether every host refuses, and will do so however long one waits. */
  const isHopeless = () =>
    hosts.every((host) => {
      const claim = claims.get(host);
      return claim?.role === "unknown" && claim.is_final;
    });

  const following = Promise.all(hosts.map(follow));
  return {
    async primary() {
      if (!known) await within(Math.max(0, lostAt + longestWait - performance.now()), "found");
      if (!known || !current) throw noPrimary();
      return current;
    },
    async firstPrimary(milliseconds, wanted) {
      const deadline = performance.now() + milliseconds;
      let tellAt = performance.now() + tellFirst;
      while (!known) {
        await within(pauseWithoutPrimary, "found");
        const now = performance.now();
        if (known) return;
        if (now > deadline || isHopeless() || wanted?.aborted) throw noPrimary();
        if (now < tellAt) continue;
        tellAt = now + tellAgain;
        log(`Waiting for the primary of the database. ${hosts.map(describe).join("; ")}.`, {
          severity: "warn",
        });
      }
    },
    suspect(host) {
      if (host !== current || !known) return;
      claims.delete(host);
      lose(performance.now());
    },
    watch(session, host) {
      sessions.set(session, host);
      return () => sessions.delete(session);
    },
    async stop() {
      stopped = true;
      events.emit("stop");
      await following;
    },
  };
}
