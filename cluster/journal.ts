/** One line of a visit, as sent. */
export type Line = { id: string; product_id: string; quantity: number; unit_price: string };

/** A visit as the database must have it. */
export type KnownVisit = { id: string; doctor_id: string; version: number; notes: string; items: Line[] };

/** Everything that the representatives were told; the database is compared with it at the end. */
export type Journal = ReturnType<typeof createJournal>;

/** An empty journal; `now` is in milliseconds. */
export function createJournal(now: () => number = () => performance.now()) {
  const visits = new Map<string, KnownVisit>();
  const acknowledged: { at: number; by: number; id: string }[] = [];
  const problems: string[] = [];
  const counts = { recorded: 0, edited: 0, deleted: 0, lists: 0, refreshes: 0, repeated: 0 };
  return {
    now,
    /** The visits that must exist, by id, without deleted ones. */
    visits,
    /** When recording a visit was acknowledged, and to whom, in order. */
    acknowledged,
    /** Violations, in words. */
    problems,
    /** How much was done; `repeated` are requests that were sent again. */
    counts,
    recorded(by: number, visit: KnownVisit) {
      visits.set(visit.id, visit);
      acknowledged.push({ at: now(), by, id: visit.id });
      counts.recorded++;
    },
    edited(visit: KnownVisit) {
      visits.set(visit.id, visit);
      counts.edited++;
    },
    deleted(id: string) {
      visits.delete(id);
      counts.deleted++;
    },
    problem(text: string) {
      problems.push(`${(now() / 1000).toFixed(1)} s: ${text}`);
    },
  };
}
