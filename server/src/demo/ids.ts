import { type Day, epochDays } from "@rounds/domain/calendar/calendar.ts";
import type { Random } from "@rounds/domain/random/random.ts";

const msPerDay = 86_400_000;

/**
 * An id as a client would have created it at that moment, `minute` minutes after midnight UTC: UUID v7 (RFC 9562), so
 * that later entries sort later.
 */
export function idAt(day: Day, minute: number, random: Random): string {
  const milliseconds = epochDays(day) * msPerDay + minute * 60_000 + random.integer(0, 59_999);
  const time = milliseconds.toString(16).padStart(12, "0");
  const hex = (digits: number) =>
    random
      .integer(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, "0");
  const variant = random.pick(["8", "9", "a", "b"]);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
}
