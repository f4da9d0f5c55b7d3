import { momentOf } from "@rounds/domain/calendar/calendar.ts";
import type { ErrorBody } from "@rounds/domain/errors/errors.ts";
import type { SkippedOnDay } from "@rounds/domain/today/day-basis.ts";
import type { Skip } from "@rounds/domain/today/skip.ts";
import type { Entry } from "../../phone/entry.ts";
import { skipEntity, skipOf } from "../../phone/skip-entity.ts";

/** The skips as the server said, overlaid with what waits; new ones last. The same array if no skip waits. */
export function skipsShown(
  skips: readonly SkippedOnDay[],
  outbox: readonly Entry[],
): readonly SkippedOnDay[] {
  const entries = outbox.filter(({ noun }) => noun === "skips");
  if (entries.length === 0) return skips;
  const shown = new Map(skips.map((skip) => [skipEntity(skip), skip]));
  for (const { op, entity, body, made_at } of entries) {
    if (op === "delete") {
      shown.delete(entity);
      continue;
    }
    const { created_at = momentOf(made_at) } = shown.get(entity) ?? {};
    shown.set(entity, { ...skipOf(entity), ...reasonOf(body), created_at });
  }
  return [...shown.values()];
}

/** Why a doctor is skipped, as the server stores it. */
export function reasonOf(body: Entry["body"]): Pick<Skip, "reason" | "note"> {
  // The form's schema has checked the body of every entry.
  const { reason, note } = body as Pick<Skip, "reason" | "note">;
  return { reason, note: note?.trim() || null };
}

/**
 * Whether a refused skip can have no effect any more: the server does not take its day, as one that was over too long ago, or
 * the doctor is gone. Nobody has to decide anything then.
 */
export function isPastSkip({ noun, op }: Pick<Entry, "noun" | "op">, { code, fields }: ErrorBody): boolean {
  if (noun !== "skips" || op === "delete") return false;
  if (code === "not_found" || code === "gone" || code === "doctor_missing") return true;
  return code === "validation_failed" && fields?.day !== undefined;
}
