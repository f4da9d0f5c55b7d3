import { formatRupees } from "@rounds/domain/money/money.ts";
import type { Today } from "@rounds/domain/today/today.ts";
import { callWords } from "@rounds/domain/today/words.ts";
import { paths } from "../paths.ts";
import { Card } from "../ui/figure/Card.tsx";
import { counted } from "../ui/figure/counted.ts";
import { Tag } from "../ui/figure/Tag.tsx";
import { TextLink } from "../ui/navigation/TextLink.tsx";
import { DoctorLine } from "./DoctorLine.tsx";

/** The visits of today, with the day's own calls and sales. A colleague's visit to an own doctor is shown, and not counted. */
export function DoneCard({ today }: { today: Today }) {
  const { done, done_total, calls, total_sales, day } = today;
  const shown = done.filter(({ own }) => own).length;
  return (
    <Card
      title="Done today"
      actions={
        done_total > 0 && (
          <p className="text-muted tabular-nums">
            {callWords(calls)} · <span className="font-medium text-ink">{formatRupees(total_sales)}</span>
          </p>
        )
      }
      flush
    >
      {done.length === 0 ? (
        <p className="px-4 pb-4 text-muted sm:px-5">No visit is recorded for today yet.</p>
      ) : (
        <ul aria-label="Done today" className="divide-y divide-line border-t border-line">
          {done.map(({ id, doctor, own, total_sales, item_count }) => (
            <DoctorLine
              key={id}
              doctor={doctor}
              target={paths.visit(id)}
              sign={!own && <Tag>By a colleague</Tag>}
              actions={
                <p className="tabular-nums sm:text-right">
                  <span className="font-medium whitespace-nowrap">{formatRupees(total_sales)}</span>{" "}
                  <span className="text-small whitespace-nowrap text-muted">
                    {counted(item_count, "item")}
                  </span>
                </p>
              }
            />
          ))}
        </ul>
      )}
      {done_total > shown && (
        <p className="border-t border-line px-4 py-2.5 text-muted sm:px-5">
          The last {shown} of {done_total}.{" "}
          <TextLink
            target={paths.visits({
              representative: "me",
              status: "completed",
              start_date: day,
              end_date: day,
            })}
          >
            View all
          </TextLink>
        </p>
      )}
    </Card>
  );
}
