import type { Phone, PhoneState } from "../web/src/phone/phone-state.ts";
import type { Tab } from "./device.ts";
import { type Intent, isSuperseded } from "./intents.ts";
import type { World } from "./world.ts";

/** So many of the latest saves are followed. */
const followed = 4;

/**
 * Watches what a page shows: what its person saved there shows until something newer does, in every moment, whatever is
 * on its way.
 */
export function followView(world: World, tab: Tab, phone: Phone): void {
  /** What this page has shown: another one may not know a save yet. */
  const seen = new Set<string>();
  let last: Partial<Pick<PhoneState, "base" | "outbox">> = {};
  phone.subscribe(() => {
    const { base, outbox } = phone.state();
    if (tab.isDead || world.problem || (base === last.base && outbox === last.outbox)) return;
    last = { base, outbox };
    for (const intent of latestOf(tab.device.intents))
      check(world, phone, intent, intent.tab === tab.name ? undefined : seen);
  });
}

/** The latest saves that were confirmed to the person, the first one first. */
function latestOf(intents: readonly Intent[]): Intent[] {
  const latest: Intent[] = [];
  for (let at = intents.length - 1; at >= 0 && latest.length < followed; at--) {
    const intent = intents[at];
    if (intent?.isConfirmed && intent.operation.op !== "delete") latest.unshift(intent);
  }
  return latest;
}

function check(world: World, phone: Phone, intent: Intent, seen: Set<string> | undefined): void {
  const { ledger } = world;
  const { noun, entity } = intent.operation;
  if (noun === "skips") return;
  const row = phone.state().rows[noun].get(entity) as Record<string, unknown> | undefined;
  for (const [slot, mark] of intent.marks) {
    if (!slot.includes(".")) continue;
    const shown = row?.[slot.slice(slot.indexOf(".") + 1)] as string;
    // What is as it should be needs no further look.
    if (shown === mark && (!seen || seen.has(mark))) continue;
    if (ledger.givenUp.has(mark) || isSuperseded(ledger, intent, slot)) continue;
    const history = ledger.history(slot);
    const at = history.indexOf(mark);
    // Somebody may have deleted it, or it left what this person may keep.
    if (!row) {
      if (at < 0 && !seen && isWaiting(phone, intent)) world.fail(`${mark} of ${slot} is not shown`);
      continue;
    }
    // The server has deleted it: what waits for the person shows over what they saw.
    if (at >= 0 && !phone.state().base[noun].has(entity)) continue;
    if (shown === mark) seen?.add(mark);
    if (seen && !seen.has(mark)) continue;
    if (shown === mark || (at >= 0 && history.indexOf(shown) > at)) continue;
    if (at < 0 && !isWaiting(phone, intent)) continue;
    world.fail(`${shown} is shown for ${slot} after ${mark} was saved; the server had ${history.join(" ")}`);
  }
}

function isWaiting(phone: Phone, { operation: { entity } }: Intent): boolean {
  return phone.state().outbox.some((entry) => entry.entity === entity && entry.state !== "needs_you");
}
