import { type Day, epochDays } from "@rounds/domain/calendar/calendar.ts";
import type { Random } from "@rounds/domain/random/random.ts";
import { uuidV7 } from "@rounds/domain/records/uuid-v7.ts";

const msPerDay = 86_400_000;

/** An id as a client would have created it at that moment, `minute` minutes after midnight UTC. */
export function idAt(day: Day, minute: number, random: Random): string {
  const milliseconds = epochDays(day) * msPerDay + minute * 60_000 + random.integer(0, 59_999);
  return uuidV7(
    milliseconds,
    Uint8Array.from({ length: 10 }, () => random.integer(0, 255)),
  );
}
