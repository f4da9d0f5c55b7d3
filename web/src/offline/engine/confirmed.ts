import { deletionAtHand } from "@rounds/domain/at-hand/visits-at-hand.ts";
import type { Operation } from "../../phone/entry.ts";
import type { PhoneState } from "../../phone/phone-state.ts";
import { overlaid } from "./local.ts";
import { doneBefore } from "./outbox.ts";

/**
 * What a person confirmed of a deletion, as the server must find it. A doctor's figures that this phone has shown count the
 * visits that wait here too; those that the deletion replaces are never sent, and the server will not know them.
 */
export function confirmedOf(
  { base, rows, outbox }: Pick<PhoneState, "base" | "rows" | "outbox">,
  { noun, entity, body }: Pick<Operation, "noun" | "entity" | "body">,
): Operation["body"] {
  if (noun !== "doctors" || !body) return body;
  const shown: Record<string, number> = deletionAtHand(rows, entity);
  if (Object.keys(shown).some((name) => shown[name] !== body[name])) return body;
  return deletionAtHand(overlaid(base, doneBefore(entity, outbox)), entity);
}
