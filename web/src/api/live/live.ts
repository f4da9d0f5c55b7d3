import type { Reading } from "@rounds/domain/live/concerns.ts";
import { liveTables, type News, receivedNews } from "@rounds/domain/live/news.ts";
import { dueAt, freeAfter, soonIn } from "@rounds/domain/live/pace.ts";
import { allChanges } from "@rounds/domain/live/stale-after.ts";
import { type Query, QueryObserver } from "@tanstack/react-query";
import { now as time } from "../clock.ts";
import { permissionsQuery } from "../permissions.ts";
import { lateReadings } from "../phone/from-phone.ts";
import { queryClient } from "../query-client.ts";
import { startFollowing } from "./follow-news.ts";
import { isHandBusy } from "./hand.ts";
import { connect } from "./live-client.ts";
import { isSendingQueue, setBehind, tellNews } from "./live-state.ts";

/** How soon to look again while a pointer is down, or the phone sends a queue. */
const settling = 100;
/** A reading that takes longer than this no longer delays the next one. */
const longestWait = 5_000;
/** How many messages may wait to be followed; of more, everything is read again. */
const mostWaiting = 100;
/** A connection that is back this soon is not worth a message. */
const unnoticed = 3_000;

/** How many pages received the last news. */
let pages = 0;
/** What is to be read again, and when; by the hash of its key. */
const due = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** When the next reading may start. */
let freeAt = 0;
let reading = false;

/** Reads something again if it is shown then; without, it is read when it is shown the next time. */
function again(query: Query, read: Reading) {
  if (read === "no" || read === "stale" || !query.isActive()) return;
  const [now, random] = [performance.now(), Math.random()];
  const age = Math.max(0, time() - query.state.dataUpdatedAt);
  const at = dueAt(read, { now, readAt: now - age, pages, random });
  due.set(query.queryHash, Math.min(at, due.get(query.queryHash) ?? at));
  plan();
}

function plan() {
  clearTimeout(timer);
  if (reading || due.size === 0) return;
  timer = setTimeout(readDue, Math.max(freeAt, Math.min(...due.values())) - performance.now());
}

async function readDue() {
  if (isHandBusy() || isSendingQueue()) {
    timer = setTimeout(readDue, settling);
    return;
  }
  const begun = performance.now();
  const hashes = new Set([...due].flatMap(([hash, at]) => (at <= begun + soonIn(0) ? [hash] : [])));
  for (const hash of hashes) due.delete(hash);
  // Without a connection it would only fail; the next connection reads everything again. A hidden page only remembers:
  // what it shows is read when it is visible again.
  if (navigator.onLine && !document.hidden) {
    // One after another: on a slow line, each would otherwise cancel the one before it, and none would finish.
    reading = true;
    const predicate = ({ queryHash, state }: Query) => hashes.has(queryHash) && state.isInvalidated;
    const refetched = queryClient.refetchQueries({ type: "active", predicate });
    // The pace is the server's, also where the phone has answered in its place.
    const read = refetched.then(() => Promise.allSettled(lateReadings));
    await Promise.race([read, new Promise((resolve) => setTimeout(resolve, longestWait))]);
    reading = false;
    freeAt = freeAfter(begun, performance.now());
  }
  plan();
}

/**
 * Follows colleagues' changes: what they concern is read again. Each new connection reads everything again, because
 * earlier changes are not sent again. Returns a function that stops it.
 */
export function startLive(): () => void {
  let wasUp = false;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  let showTimer: ReturnType<typeof setTimeout> | undefined;
  const following = startFollowing(again);
  let waiting: News[] = [];
  // Read now, and again when it has changed.
  const unfollowPermissions = new QueryObserver(queryClient, permissionsQuery).subscribe(() => {});

  /** Follows what was announced, unless it could move something under a finger. */
  function show() {
    showTimer = undefined;
    if (isHandBusy()) {
      showTimer = setTimeout(show, settling);
      return;
    }
    const news = waiting.splice(0);
    const last = news.at(-1);
    if (!last) return;
    pages = last.pages;
    following.take({
      pages,
      tables: [...new Set(news.flatMap(({ tables }) => tables))],
      changes: news.flatMap(({ changes }) => changes),
    });
    tellNews();
  }

  const connection = connect({
    onNews(news) {
      if (waiting.push(news) > mostWaiting)
        waiting = [receivedNews({ tables: liveTables, pages: news.pages })];
      if (!showTimer) show();
    },
    onAccount: (changed) => following.takeMissed([changed]),
    onUp() {
      clearTimeout(lostTimer);
      lostTimer = undefined;
      setBehind(false);
      following.takeMissed(allChanges);
      tellNews();
      wasUp = true;
    },
    onDown() {
      if (wasUp) lostTimer ??= setTimeout(() => setBehind(true), unnoticed);
    },
    // The session may have ended: the next answer shows it, and leads to the sign-in page.
    onEnd: () => following.takeMissed(allChanges),
  });
  const comeBack = () => following.takeMissed(allChanges);
  addEventListener("online", comeBack);

  return () => {
    connection.close();
    following.stop();
    unfollowPermissions();
    clearTimeout(lostTimer);
    clearTimeout(showTimer);
    setBehind(false);
    removeEventListener("online", comeBack);
  };
}
