import type { ErrorBody } from "@rounds/domain/errors/errors.ts";
import type { SyncedDoctor, SyncedVisit } from "@rounds/domain/sync/sync.ts";
import type { Entry, WrittenOffline } from "../../phone/entry.ts";
import type { Answer } from "../../phone/ports.ts";
import { skipOf } from "../../phone/skip-entity.ts";
import { asUpdate, isAsWanted, isPlan, lineOf, mergedBody } from "./merge-operation.ts";

/**
 * What an answer means for an entry. `done`: the server has it; `row` is the row as it is there, null once it is deleted, and
 * for a skip.
 * `merged`: to be sent again as a new request with this body, over `base`. `later`: no answer that counts. `paused`:
 * nothing may be sent before the person has signed in. `refused`: only the person can decide.
 */
export type Verdict =
  | { is: "done"; row: SyncedDoctor | SyncedVisit | null; answer: unknown }
  | { is: "merged"; body: Record<string, unknown>; base: SyncedDoctor | SyncedVisit; with: string | null }
  | { is: "later"; wait: number | undefined; answered: boolean }
  | { is: "paused" }
  | { is: "refused"; error: ErrorBody };

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a body is an error of the API, and not a page of something between. */
export function isError(body: unknown): body is ErrorBody {
  return isFields(body) && typeof body.code === "string" && typeof body.message === "string";
}

/** The row of a write's answer as the phone keeps it; undefined for a skip, or if the answer is not one of the API. */
export function syncedRowOf(
  noun: WrittenOffline,
  entity: string,
  body: unknown,
): SyncedDoctor | SyncedVisit | undefined {
  if (noun === "skips" || !isFields(body) || body.id !== entity || typeof body.version !== "number")
    return undefined;
  if (noun === "doctors") return body as SyncedDoctor;
  const { doctor: _, total_sales: __, recorded_by: ___, changed_by: ____, sales, ...visit } = body;
  if (!Array.isArray(sales)) return undefined;
  return { ...visit, sales: sales.map(lineOf) } as SyncedVisit;
}

/** Whether a body is the answer to a skip. Its doctor may be another one since, into whom the entry's was merged. */
function isSkip({ entity }: Entry, body: unknown): boolean {
  return isFields(body) && typeof body.doctor_id === "string" && body.day === skipOf(entity).day;
}

/** Refusals that say nothing about the entry itself, only about the way to the server. */
const notAboutEntry = new Set(["unknown_host", "other_origin", "request_timeout"]);
const retried = new Set([408, 421, 425, 429]);

/** Judges the answer to an entry. */
export function judge(entry: Entry, answer: Answer<unknown>): Verdict {
  if (answer === "none") return { is: "later", wait: undefined, answered: false };
  const { status, body, retry_after } = answer;
  if (status >= 200 && status < 300) {
    if (entry.noun === "skips")
      return isSkip(entry, body) ? { is: "done", row: null, answer: body } : unclear;
    if (entry.op === "delete") return isFields(body) ? { is: "done", row: null, answer: body } : unclear;
    const row = syncedRowOf(entry.noun, entry.entity, body);
    return row ? { is: "done", row, answer: body } : unclear;
  }
  if (status >= 500 || retried.has(status)) return { is: "later", wait: retry_after, answered: true };
  if (!isError(body)) return unclear;
  if (status === 401 || body.code === "second_factor_needed") return { is: "paused" };
  if (notAboutEntry.has(body.code)) return { is: "later", wait: retry_after, answered: true };
  const isGone = body.code === "gone" || body.code === "not_found";
  if (entry.op === "delete" && isGone) return { is: "done", row: null, answer: undefined };
  if (entry.op === "complete" && body.code === "not_found") return asWhole(entry, body);
  if (body.code === "changed_meanwhile" && entry.op !== "create" && entry.op !== "delete")
    return changed(entry, body);
  return { is: "refused", error: body };
}

/** An answer of something else than Rounds, such as the sign-in page of a hospital's network. */
const unclear: Verdict = { is: "later", wait: undefined, answered: false };

/** A server of the release before does not know completions: it gets an edit of the whole visit. */
function asWhole(entry: Entry, error: ErrorBody): Verdict {
  const { body, base } = asUpdate(entry);
  return body && base ? { is: "merged", body, base, with: null } : { is: "refused", error };
}

function changed(sent: Entry, error: ErrorBody): Verdict {
  const entry = asUpdate(sent);
  const { current, changed_by } = error.details ?? {};
  const row = syncedRowOf(entry.noun, entry.entity, current);
  if (!row || !entry.body) return { is: "refused", error };
  const body = mergedBody(entry, row);
  // It has arrived before, and its answer was lost.
  if (isAsWanted(entry.noun, body ?? entry.body, row)) return { is: "done", row, answer: current };
  // What was to be a plan's completion is not added to the visit that somebody else made of the plan.
  if (sent.op === "complete" && !isPlan(row)) return { is: "refused", error };
  if (!body) return { is: "refused", error };
  return { is: "merged", body, base: row, with: typeof changed_by === "string" ? changed_by : null };
}
