import { createRandom, type Random } from "@rounds/domain/random/random.ts";
import { createLedger, type Ledger } from "./intents.ts";
import { createTimeline, type Timeline } from "./timeline.ts";
import { type Weather, weatherOf } from "./weather.ts";

/** One world: its time, chance and weather, what happened in it, and what is wrong with that. */
export type World = Timeline & {
  random: Random;
  weather: Weather;
  ledger: Ledger;
  /** The first violation of a rule. */
  problem: string | undefined;
  fail(problem: string): void;
  trace: string[];
  note(text: string): void;
  newId(): string;
  /** Whether things still go wrong; they stop for the last part. */
  isRough: boolean;
};

export function createWorld(seed: number): World {
  const timeline = createTimeline();
  const random = createRandom(seed);
  const trace: string[] = [];
  let ids = 0;
  const world: World = {
    ...timeline,
    random,
    weather: weatherOf(random),
    ledger: createLedger(),
    problem: undefined,
    fail(problem) {
      world.problem ??= problem;
      world.note(`WRONG: ${problem}`);
    },
    trace,
    note(text) {
      trace.push(`${timeline.now()} ${text}`);
    },
    newId() {
      const count = (++ids).toString(16);
      // Digests need ids that look like chance: multiples would let a third version of one id stand for the first of
      // another. The last three digits tell them apart in a trace.
      const chance = mixed(ids).toString(16).padStart(9, "0");
      return `${count.padStart(8, "0")}-0000-7000-8000-${chance}${count.padStart(3, "0").slice(-3)}`;
    },
    isRough: true,
  };
  return world;
}

/** A number's bits, mixed: the last step of MurmurHash3 (https://github.com/aappleby/smhasher/wiki/MurmurHash3). */
function mixed(count: number): number {
  // Without a start, twice a number would often give twice its bits.
  let bits = (count + 0x9e3779b9) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
