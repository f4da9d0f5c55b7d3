import type { SkippedDoctor, Today } from "@rounds/domain/today/today.ts";
import type { Shown, SkipRow } from "../api/phone/pending-rows.ts";

/** The person's day as the screen shows it: a skip may wait on this phone. */
export type ShownToday = Omit<Today, "skipped"> & { skipped: Shown<SkippedDoctor>[] };

type Skip = Shown<SkipRow>;

/**
 * The day with the skips of one's own that are being saved or wait. A day that has them already stays as it is; of a doctor
 * whose skip is taken back, only the server knows where they are on the lists.
 */
export function withSkips(today: Today, skips: readonly Skip[]): ShownToday {
  return skips
    .filter(({ day }) => day === today.day)
    .reduce<ShownToday>(
      (shown, skip) => (skip.change ? withoutSkip(shown, skip) : withSkip(shown, skip)),
      today,
    );
}

const isOf =
  ({ doctor_id }: Skip) =>
  ({ doctor }: { doctor: { id: string } }) =>
    doctor.id === doctor_id;

function withoutSkip(today: ShownToday, skip: Skip): ShownToday {
  return { ...today, skipped: today.skipped.filter((row) => !isOf(skip)(row)) };
}

function withSkip(today: ShownToday, skip: Skip): ShownToday {
  const visits = today.planned.filter(isOf(skip));
  const [due, before, [visit]] = [today.due.find(isOf(skip)), today.skipped.find(isOf(skip)), visits];
  const doctor = visit?.doctor ?? due?.doctor ?? before?.doctor;
  const { reason, note, waiting } = skip;
  // Somebody who is on none of the lists, as after they were assigned to a colleague.
  if (!doctor || !reason) return today;
  const row = {
    ...(before ?? { doctor, visit_id: visit?.id ?? null, created_by: visit?.created_by }),
    ...{ reason, note, waiting },
  };
  const isOther = (one: { doctor: { id: string } }) => !isOf(skip)(one);
  const less = (state: string) => (due?.state === state ? 1 : 0);
  return {
    ...today,
    planned: today.planned.filter(isOther),
    planned_total: today.planned_total - visits.length,
    due: today.due.filter(isOther),
    never_total: today.never_total - less("never"),
    late_total: today.late_total - less("late"),
    due_total: today.due_total - less("due"),
    skipped: [row, ...today.skipped.filter(isOther)],
  };
}
