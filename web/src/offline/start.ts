import { onNews } from "../api/live/live-state.ts";
import { readBefore, readWith } from "../api/phone/from-phone.ts";
import { setPhone } from "../api/phone/phone-slot.ts";
import { untilReachable } from "../api/reachable.ts";
import { followServerTime } from "../api/server-time.ts";
import { endLeftSessions } from "../api/session/left-session.ts";
import { onSession, sessionState } from "../api/session/session.ts";
import { whenIdle } from "../api/when-quiet.ts";
import type { Phone } from "../phone/phone-state.ts";
import { setBlocked } from "./blocked-store.tsx";
import { browserPorts } from "./browser-ports.ts";
import { browserStore } from "./browser-store.ts";
import { takeEarlyStore } from "./early-store.ts";
import { createPhone } from "./engine/phone.ts";
import { createKeeper } from "./keeper.ts";
import { leaveDevice } from "./leave.ts";
import { answersOf } from "./reading/answers.ts";
import { followAsOf } from "./reading/as-of-words.ts";
import { readHereWith } from "./reading/read-here.ts";
import { seenAnswers } from "./reading/seen-answers.ts";
import { showChanges } from "./reading/show-changes.ts";
import { reportDevice } from "./report-device.ts";
import { databaseName } from "./stores.ts";
import { deviceSending } from "./this-device.ts";
import { stockWordsOf } from "./units-waiting.ts";
import { waitingRowsOf } from "./waiting-rows.ts";
import { writeHere } from "./write-here.ts";

/** How long announced changes are gathered before they are read, in milliseconds. */
const gathering = 5_000;

/** How long a read waits for the store to be opened, in milliseconds. */
const maxOpening = 3_000;

/** How long after a failure the phone is opened again, in milliseconds, and how often by itself: later only when the person looks. */
const openAgainAfter = 5_000;
const mostByItself = 5;

/** The version of Rounds: the name of this file, which changes with its content. */
const version = import.meta.url.split("/").at(-1) ?? "";

/** The open phone, and how it is closed. */
type Open = { phone: Phone; seen: ReturnType<typeof seenAnswers>; close: () => void };
let open: Open | undefined;
/** The person whose phone is being opened, or is open. */
let wanted: string | undefined;
/** How often another one was wanted: the same person may have signed out and in while their phone is being opened. */
let turns = 0;
/** How often in a row the phone could not be opened, and how the next try is taken back. */
let failures = 0;
let cancelTry = () => {};

/**
 * Opens the phone of whoever is signed in, now and after every change of the session. Without a store in this browser
 * there is none: then everything needs the connection, as ever. Ends when the phone is open or can't be. A
 * store that takes longer does not keep a read from the server's answer; the phone is there once it is open.
 */
export function startPhone(): Promise<void> {
  started ??= Promise.race([start(), new Promise<void>((resolve) => setTimeout(resolve, maxOpening))]);
  return started;
}
let started: Promise<void> | undefined;

async function start(): Promise<void> {
  // What is entered here is dated by the server's day.
  followServerTime();
  void endLeftSessions();
  if (!("indexedDB" in globalThis)) return;
  onSession(() => void followSession());
  await followSession();
}

async function followSession(): Promise<void> {
  const { user, ended } = sessionState();
  if (user?.id === wanted) {
    if (open?.phone.state().signed_out && !ended) open.phone.signedIn();
    return;
  }
  wanted = user?.id;
  const turn = ++turns;
  cancelTry();
  setBlocked(false);
  open?.close();
  open = undefined;
  setPhone(undefined);
  readWith(undefined);
  if (!user) return;
  try {
    const opened = await openPhone(user.id);
    // Somebody else may have signed in meanwhile.
    if (turn !== turns) return opened.close();
    open = opened;
    failures = 0;
    const { phone } = opened;
    const here = { phone, answers: answersOf(phone, user.id, opened.seen), person: user.id };
    for (const { asked, data, person } of readBefore.splice(0))
      if (person === user.id) here.answers.shown(asked, data);
    readWith(readHereWith(here.answers));
    setPhone({
      phone,
      write: (operation, direct) => writeHere(here, operation, direct),
      waiting: waitingRowsOf(phone),
      stockWords: stockWordsOf(phone),
      leave: async (locked) => {
        opened.close();
        await leaveDevice(user.id, locked);
      },
    });
    // The screen shows first what is kept.
    whenIdle(() => void phone.sync("start"));
  } catch {
    // The store can't be read: everything goes to the server directly, as without one, until it can.
    if (turn !== turns) return;
    wanted = undefined;
    tryLater();
  }
}

/** Opens the phone again in a while, or when the person looks: Safari, for one, loses its connection to the store at times. */
function tryLater() {
  const again = () => {
    cancelTry();
    void followSession();
  };
  const looked = () => document.hidden || again();
  const timer = ++failures <= mostByItself ? setTimeout(again, openAgainAfter) : undefined;
  document.addEventListener("visibilitychange", looked);
  cancelTry = () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", looked);
  };
}

async function openPhone(user_id: string): Promise<Open> {
  const name = databaseName(user_id);
  const early = takeEarlyStore(name);
  const onBlocked = (isBlocked: boolean) => {
    if (wanted === user_id) setBlocked(isBlocked);
  };
  const keeper = createKeeper(name, onBlocked, early?.database);
  const ports = browserPorts(user_id, version, browserStore(keeper, early?.kept));
  const letGo = () => {
    ports.close();
    keeper.close();
  };
  const phone = await createPhone(ports).catch((error: unknown) => {
    letGo();
    throw error;
  });
  const stop = followWorld(phone);
  return {
    phone,
    seen: seenAnswers(keeper),
    close() {
      stop();
      phone.close();
      letGo();
    },
  };
}

/** Syncs when there is reason to: a connection, a look at the page, a colleague's change. */
function followWorld(phone: Phone): () => void {
  const online = () => void phone.sync("online");
  const visible = () => document.hidden || void phone.sync("visible");
  let gathered: ReturnType<typeof setTimeout> | undefined;
  const stopNews = onNews(() => {
    gathered ??= setTimeout(() => {
      gathered = undefined;
      void phone.sync("live");
    }, gathering);
  });
  const stopLooking = lookForServer(phone);
  const stopReports = reportDevice(phone, deviceSending());
  const stopShowing = showChanges(phone);
  const stopTelling = followAsOf();
  addEventListener("online", online);
  document.addEventListener("visibilitychange", visible);
  return () => {
    stopNews();
    stopLooking();
    stopReports();
    stopShowing();
    stopTelling();
    clearTimeout(gathered);
    removeEventListener("online", online);
    document.removeEventListener("visibilitychange", visible);
  };
}

/** While the server is not reached and the page is in front, looks for it and syncs as soon as it answers. */
function lookForServer(phone: Phone): () => void {
  let looking: AbortController | undefined;
  const stop = () => {
    looking?.abort();
    looking = undefined;
  };
  const look = () => {
    if (phone.state().is_reached || document.hidden) return stop();
    if (looking) return;
    looking = new AbortController();
    const { signal } = looking;
    void untilReachable(signal).then((isReached) => {
      if (looking?.signal === signal) looking = undefined;
      if (isReached) void phone.sync("online");
    });
  };
  const stopHearing = phone.subscribe(look);
  document.addEventListener("visibilitychange", look);
  return () => {
    stop();
    stopHearing();
    document.removeEventListener("visibilitychange", look);
  };
}
