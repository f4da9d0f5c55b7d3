import { freeAfter } from "@rounds/domain/live/pace.ts";
import { remembered } from "@rounds/domain/records/remembered.ts";
import { now } from "../../api/clock.ts";
import { setSending } from "../../api/live/live-state.ts";
import { refetchAfterSkip, refetchAfterWrite } from "../../api/live/stored-rows.ts";
import { painted } from "../../api/painted.ts";
import { queryClient } from "../../api/query-client.ts";
import type { Entry, WrittenOffline } from "../../phone/entry.ts";
import type { Phone, PhoneState } from "../../phone/phone-state.ts";
import { readyEntries } from "../engine/outbox.ts";
import { stockOffers, unitsWaiting } from "../units-waiting.ts";
import { readFromPhoneAgain } from "./read-here.ts";

/** While a queue is sent, the shortest time before its changes are read, and after a reading, in milliseconds. */
const interval = 5_000;

/**
 * Reads again what the phone has answered, when its rows have changed or the server is back; and what shows rows whose
 * entries the server has now: while more is sent, every few seconds, and once at the end.
 */
export function showChanges(phone: Phone): () => void {
  let shown = shownOf(phone.state());
  /** The nouns of the entries that have ended since the last reading. */
  const ended = new Set<WrittenOffline>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isStopped = false;
  let wait = interval;

  function readEnded(): Promise<unknown> {
    clearTimeout(timer);
    timer = undefined;
    const nouns = [...ended];
    ended.clear();
    return Promise.all(
      nouns.map((noun) => (noun === "skips" ? refetchAfterSkip() : refetchAfterWrite(noun))),
    );
  }

  /** Reads while more is sent, and also what colleagues have changed meanwhile. */
  async function readBetween() {
    const begun = performance.now();
    isReading = true;
    const reading = readEnded();
    readFromPhoneAgain(false);
    const isStale = ({ state }: { state: { isInvalidated: boolean } }) => state.isInvalidated;
    const others = queryClient.refetchQueries(
      { type: "active", predicate: isStale },
      { cancelRefetch: false },
    );
    await Promise.all([reading, others]);
    isReading = false;
    const end = performance.now();
    wait = Math.max(interval, freeAfter(begun, end) - end);
    readLater();
  }

  function readLater() {
    // What this phone's person was shown is not read for the next one.
    if (isStopped) return;
    setSending(ended.size > 0);
    if (ended.size > 0 && !isReading) timer ??= setTimeout(readBetween, wait);
  }

  const stop = phone.subscribe(() => {
    const state = phone.state();
    const next = shownOf(state, shown);
    const isBack = next.is_reached && !shown.is_reached;
    const isChanged =
      next.base !== shown.base || next.entries !== shown.entries || next.day_basis !== shown.day_basis;
    const isOtherStock = next.units !== shown.units;
    const gone = [...shown.nouns].filter(([key]) => !next.nouns.has(key));
    shown = next;
    for (const [, noun] of gone) ended.add(noun);
    const isSending = ended.size > 0 && state.is_reached && readyEntries(state.outbox, now()).length > 0;
    if (isSending && gone.length > 0) return readLater();
    // That something is saved is said before the processor is taken for what else shows it.
    if (isBack || isChanged) void painted().then(() => readFromPhoneAgain(isBack));
    if (isOtherStock) void painted().then(readStockAgain);
    if (ended.size === 0 || isSending) return;
    void readEnded();
    wait = interval;
    setSending(false);
  });
  return () => {
    isStopped = true;
    stop();
    clearTimeout(timer);
    setSending(false);
  };
}

function readStockAgain() {
  for (const queryKey of stockOffers) void queryClient.invalidateQueries({ queryKey });
}

/** What the screens show of a state. What is known of the same outbox and the same sync is taken over. */
function shownOf(
  state: PhoneState,
  known?: ReturnType<typeof entriesOf> & { meta: PhoneState["meta"]; day_basis: string | undefined },
) {
  const { base, outbox, is_reached, meta } = state;
  const units = [...unitsWaiting(state)].join();
  const day_basis = known && known.meta === meta ? known.day_basis : JSON.stringify(meta?.day_basis);
  const entries = known?.outbox === outbox ? known : entriesOf(outbox);
  return { ...entries, base, is_reached, units, meta, day_basis };
}

/** An entry as far as it shows: not every attempt to send it is a change of that. An entry itself never changes. */
const textOf = remembered(
  ({ key, state, body }: Entry) => `${key}${state === "needs_you"}${JSON.stringify(body)}`,
);

function entriesOf(outbox: PhoneState["outbox"]) {
  const entries = outbox.map(textOf).join();
  return { outbox, entries, nouns: new Map(outbox.map(({ key, noun }) => [key, noun])) };
}
