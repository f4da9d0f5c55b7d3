import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { signWords } from "@rounds/domain/coverage/slip-words.ts";
import type { SlipState } from "@rounds/domain/coverage/slipping.ts";
import { CalendarCheck, Clock, TriangleAlert, UserRoundSearch } from "lucide-react";
import { Tag } from "../../ui/figure/Tag.tsx";

const signs = {
  never: { tone: "accent", Icon: UserRoundSearch },
  late: { tone: "danger", Icon: TriangleAlert },
  due: { tone: "warning", Icon: Clock },
  planned: { tone: "neutral", Icon: CalendarCheck },
} as const;

/** How urgent a doctor is, in a word with a sign: colour alone would not tell the states apart. */
export function SlipTag({ state, planned, day }: { state: SlipState; planned: Day | null; day: Day }) {
  const { tone, Icon } = signs[state];
  return (
    <Tag tone={tone}>
      <Icon size={12} aria-hidden="true" className="mr-1 shrink-0" />
      {signWords(state, planned, day)}
    </Tag>
  );
}
