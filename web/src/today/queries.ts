import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { errors } from "@rounds/domain/errors/errors.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import type { SkipInput } from "@rounds/domain/today/skip.ts";
import { skipDayProblem } from "@rounds/domain/today/skip-day.ts";
import { itemOf } from "@rounds/domain/visits/item-of.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { noPlanWords } from "@rounds/domain/visits/statuses.ts";
import type { Visit } from "@rounds/domain/visits/visit.ts";
import { ApiError, nullIfGone } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { today } from "../api/clock.ts";
import { refetchAfterSkip } from "../api/live/stored-rows.ts";
import { wasKept } from "../api/phone/kept.ts";
import { addPending, type Shown, type SkipRow } from "../api/phone/pending-rows.ts";
import { write } from "../api/phone/phone-slot.ts";
import { acrossFilters, readQuery } from "../api/reading.ts";
import type { Operation } from "../phone/entry.ts";
import { skipEntity, skipOf } from "../phone/skip-entity.ts";
import { recordVisit, saveVisit, showVisit } from "../visits/queries.ts";

/** The person's day. `day` is today: tomorrow's answer is another one. */
export function todayQuery(day: Day) {
  return readQuery(["today", "read", day], todayRoutes.read, {}, acrossFilters);
}

/** The plan of a day to come, as it is seen on that day `today`. */
export function dayPlanQuery(day: Day, today: Day) {
  return readQuery(["today", "day", day, today], todayRoutes.day, { query: { day } });
}

/** The week from a Monday, as it is seen on that day `today`. */
export function weekPlanQuery(monday: Day, today: Day) {
  return readQuery(["today", "week", monday, today], todayRoutes.week, { query: { day: monday } });
}

/**
 * Skips a doctor today, and gives what was saved, for its words. Throws `validation_failed` if the day is over: a page may
 * have been left open, and the phone would send it later all the same.
 */
export async function skipDoctor(doctor_id: string, body: SkipInput): Promise<unknown> {
  const problem = skipDayProblem(body.day, today());
  if (problem) {
    const { status, message } = errors.validation_failed;
    throw new ApiError(status, { code: "validation_failed", message, fields: { day: problem } });
  }
  const { reason, note = null } = body;
  const entity = skipEntity({ doctor_id, day: body.day });
  return await writeSkip({ op: "create", entity, body }, { reason, note }, () =>
    call(todayRoutes.skip, { params: { id: doctor_id }, body }),
  );
}

/**
 * Takes a skip back, and gives what was saved, for its words; one that is gone already, as after a lost answer, counts as
 * taken back.
 */
export async function undoSkip(doctor_id: string, day: Day): Promise<unknown> {
  const entity = skipEntity({ doctor_id, day });
  const shown = { reason: null, note: null, change: "deleted" } as const;
  return await writeSkip({ op: "delete", entity, body: null }, shown, () =>
    call(todayRoutes.undoSkip, { params: { id: doctor_id }, query: { day } }).catch(nullIfGone),
  );
}

/** Writes a skip, which the screen shows at once. Ends when it shows what the server says of it, unless it waits. */
async function writeSkip(
  operation: Pick<Operation, "op" | "entity" | "body">,
  shown: Pick<Shown<SkipRow>, "reason" | "note" | "change">,
  direct: () => Promise<unknown>,
): Promise<unknown> {
  const { entity } = operation;
  const isSaved = addPending("skips", { id: entity, ...skipOf(entity), ...shown });
  try {
    const saved = await write({ noun: "skips", ...operation, base: null }, direct);
    const reading = refetchAfterSkip();
    // Without a connection it is the phone that shows it.
    if (!wasKept(saved)) await reading;
    return saved;
  } finally {
    isSaved();
  }
}

/**
 * Plans a visit for a day under the chosen id; the same visit again creates no second one. Throws `already_planned` if
 * the person has planned another one to the doctor for that day.
 */
export async function planVisit(id: string, doctor_id: string, visit_date: Day): Promise<Visit> {
  const status = "scheduled" as const;
  const planned = { id, doctor_id, visit_date, status, notes: null, items: [], only_once: true };
  const visit = await recordVisit(planned, true);
  await showVisit(visit);
  return visit;
}

/**
 * Moves a planned visit to another day, as it is now. Throws `changed_meanwhile` if it is planned no more, or somebody saves it
 * at that moment, and `already_planned` if its author has planned another one to the doctor for that day.
 */
export async function moveVisit(id: string, visit_date: Day): Promise<Visit> {
  const visit = await call(visitRoutes.read, { params: { id } });
  const { doctor_id, status, notes, sales, version } = visit;
  const over = noPlanWords(status);
  if (over) {
    void showVisit(visit);
    throw new ApiError(errors.changed_meanwhile.status, { code: "changed_meanwhile", message: over });
  }
  const items = sales.map(itemOf);
  return await saveVisit(id, { doctor_id, visit_date, status, notes, items, version, only_once: true });
}
