import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { paths } from "../paths.ts";
import { TextLink } from "../ui/navigation/TextLink.tsx";

/**
 * Below a day's visits of the person of which only the first were read: of how many they are, and the way to all. Nothing below
 * all of them.
 */
export function FirstOfDay({ day, shown, total }: { day: Day; shown: number; total: number }) {
  if (total <= shown) return null;
  return (
    <p className="border-t border-line px-4 py-2.5 text-muted sm:px-5">
      The first {shown} of {total}.{" "}
      <TextLink target={paths.visits({ representative: "me", start_date: day, end_date: day })}>
        View all
      </TextLink>
    </p>
  );
}
