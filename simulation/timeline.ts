/** Time that passes only when something is due. */
export type Timeline = {
  /** Milliseconds since the beginning. */
  now(): number;
  /** Does `work` after so many milliseconds, unless the returned function is called before. */
  after(milliseconds: number, work: () => void): () => void;
  /** Lets time pass until this moment, one event after another, until `isOver` says so; looks after each of them. */
  run(until: number, look: () => boolean): Promise<void>;
};

const nothing = () => {};
/** More than happens in the busiest world. */
const maxEvents = 100_000;

/** All promises that can go on have gone on: Node's ticks come after them, and without a turn of its event loop. */
const settled = () => new Promise<void>((resolve) => process.nextTick(resolve));
/** One turn of it, for the process that the simulation is a part of. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

export function createTimeline(): Timeline {
  let now = 0;
  /** The latest first, so that the next one is at the end. */
  const events: { at: number; work: () => void }[] = [];
  return {
    now: () => now,
    after(milliseconds, work) {
      const event = { at: now + Math.max(0, milliseconds), work };
      let [low, high] = [0, events.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((events[middle]?.at ?? 0) > event.at) low = middle + 1;
        else high = middle;
      }
      events.splice(low, 0, event);
      return () => {
        event.work = nothing;
      };
    },
    async run(until, look) {
      await turn();
      for (let count = 0; ; count++) {
        if (count > maxEvents) throw new Error("it never comes to rest");
        const next = events.at(-1);
        if (!next || next.at > until) break;
        events.pop();
        if (next.work === nothing) continue;
        now = next.at;
        next.work();
        await settled();
        if (look()) return;
      }
      now = Math.max(now, until);
    },
  };
}
