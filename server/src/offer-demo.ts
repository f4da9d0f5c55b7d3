import type { Database } from "@rounds/database/connect.ts";
import type { Clock } from "@rounds/http/clock.ts";
import { isEmpty, loadDemo } from "./demo/load-demo.ts";
import { explain } from "./explain.ts";

type Offer = {
  clock: Clock;
  business_time_zone: string;
  /** Asks the person at the terminal; rejects when the product ends. Undefined if nobody can answer. */
  ask: ((question: string) => Promise<string>) | undefined;
  say(text: string): void;
  /** Stops the loading: the product ends. */
  signal: AbortSignal;
};

/**
 * Asks whether to fill the empty database; if nobody can answer, says how to. Never rejects: the product serves people by
 * now, and they may have saved something before the answer.
 */
export async function offerDemo(db: Database, offer: Offer): Promise<void> {
  const { clock, business_time_zone, ask, say, signal } = offer;
  try {
    if (!(await isEmpty(db))) return;
    if (!ask) return say("There is no data yet: `npm run demo` fills in believable demo data.\n");
    const answer = await ask("There is no data yet. Load demo data? [y/N] ").catch(() => "");
    if (/^y(es)?$/i.test(answer.trim())) await loadDemo(db, clock, business_time_zone, say, signal);
  } catch (error) {
    const isStopped = error instanceof Error && error.name === "AbortError";
    say(isStopped ? "Stopped; nothing was loaded." : explain(error));
  }
}
