import { type Day, formatDay } from "@rounds/domain/calendar/calendar.ts";
import { signWords, urgencyBeside } from "@rounds/domain/coverage/slip-words.ts";
import { lastSeenWords } from "@rounds/domain/doctors/last-seen.ts";
import type { Glance } from "@rounds/domain/glance/glance.ts";
import { trendOf } from "@rounds/domain/glance/trend.ts";
import { formatRupees, toPaise } from "@rounds/domain/money/money.ts";
import { useQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useToday } from "../../api/clock.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/control/Button.tsx";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { StatusBadge } from "../../ui/figure/StatusBadge.tsx";
import { QueryFallback } from "../../ui/message/QueryFallback.tsx";
import { TextLink } from "../../ui/navigation/TextLink.tsx";
import { PlanVisit } from "../plan/PlanVisit.tsx";
import { doctorQueries } from "../queries.ts";
import { BoughtRow, TrendSign } from "./BoughtRow.tsx";
import { MissedVisit } from "./MissedVisit.tsx";

/** How many products are shown before the others are asked for. */
const shownAtOnce = 3;

/** What to know of a doctor in the corridor before the door. Its place is kept while it is loading. */
export function GlanceCard({ doctor }: { doctor: { id: string; name: string } }) {
  const doctor_id = doctor.id;
  const today = useToday();
  const query = useQuery(doctorQueries.glance(doctor_id, today));
  const { data } = query;
  const missed = data?.scheduled.find(({ visit_date }) => visit_date < today);
  return (
    <Card
      title="At a glance"
      actions={
        <>
          <PlanVisit doctor={doctor} words />
          <ButtonLink
            size="small"
            variant="primary"
            icon={CalendarCheck}
            target={paths.recordVisit({ doctor_id })}
          >
            Record visit
          </ButtonLink>
        </>
      }
    >
      <div className="grid min-h-[34.5rem] content-start gap-x-8 gap-y-4 sm:min-h-[26.75rem] lg:min-h-[13rem] lg:grid-cols-2">
        {data ? (
          <>
            <div className="flex min-w-0 flex-col gap-4">
              <LastVisit visit={data.last_visit} />
              <div className="grid grid-cols-2 gap-4">
                <Month month={data.month} />
                <NextVisit glance={data} today={today} />
              </div>
              {missed && <MissedVisit visit={{ ...missed, doctor: data.doctor }} today={today} />}
            </div>
            <Bought glance={data} />
          </>
        ) : (
          <div className="lg:col-span-2">
            <QueryFallback query={query} message="Error loading what to know" part="At a glance" lines={6} />
          </div>
        )}
      </div>
    </Card>
  );
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 className="text-small text-muted">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

function LastVisit({ visit }: { visit: Glance["last_visit"] }) {
  if (!visit) {
    return (
      <Part title="Last visit">
        <div className="min-h-24">
          <p className="font-medium">Never visited</p>
          <p className="text-muted">What you talk about and sell appears here before the next visit.</p>
        </div>
      </Part>
    );
  }
  return (
    <Part title="Last visit" aside={<StatusBadge status={visit.status} />}>
      <p className="truncate">
        <TextLink target={paths.visit(visit.id)}>{formatDay(visit.visit_date)}</TextLink>
        {visit.who && <span className="text-muted"> · {visit.who}</span>}
      </p>
      <p
        className={`line-clamp-2 h-11 break-words print:h-auto ${visit.notes ? "" : "text-muted"}`}
        title={visit.notes ?? ""}
      >
        {visit.notes ?? "No notes"}
      </p>
      <p className="mt-1">
        <span className="font-medium">{formatRupees(visit.total_sales)}</span>{" "}
        <span className="text-small text-muted">({counted(visit.item_count, "item")})</span>
      </p>
    </Part>
  );
}

/** How many calls of the month's norm are done, and by when to go next. */
function Month({ month }: Pick<Glance, "month">) {
  const today = useToday();
  const { norm, calls, scheduled, last_call, state, is_partial } = month;
  const hasNorm = norm > 0 && !is_partial;
  const words = is_partial
    ? [onThisPhone, lastSeenWords(last_call, today)]
    : [
        norm === 0 && "No target",
        (state === "never" || state === "late") && signWords(state, null, today),
        scheduled > 0 ? `${scheduled} planned` : urgencyBeside(month, today),
      ];
  const said = words.filter(Boolean).join(" · ") || lastSeenWords(last_call, today);
  return (
    <Part title="Calls this month">
      <p className="truncate">
        <span className="font-medium">{hasNorm ? `${calls} of ${norm}` : counted(calls, "call")}</span>
        {hasNorm && <span className="text-muted"> · {Math.max(norm - calls, 0)} left</span>}
      </p>
      <p
        className={`line-clamp-3 text-small ${state && state !== "planned" ? "text-warn" : "text-muted"}`}
        title={said}
      >
        {said}
      </p>
    </Part>
  );
}

/** What a phone says of a colleague's doctor, of whom it has not all visits. */
const onThisPhone = "on this phone";

/** The next planned visit. */
function NextVisit({ glance: { scheduled, month }, today }: { glance: Glance; today: Day }) {
  const next = scheduled.find(({ visit_date }) => visit_date >= today);
  return (
    <Part title="Next visit">
      <p className={next && "truncate"} title={next?.notes ?? ""}>
        {next ? (
          <TextLink target={paths.visit(next.id)}>
            {next.visit_date === today ? "Today" : formatDay(next.visit_date)}
          </TextLink>
        ) : (
          <span className="text-muted">None scheduled</span>
        )}
      </p>
      <p className="truncate text-small text-muted">
        {[month.is_partial && onThisPhone, next?.notes].filter(Boolean).join(" · ")}
      </p>
    </Part>
  );
}

function Bought({ glance }: { glance: Glance }) {
  const { bought, products, is_partial = false } = glance;
  const [showsAll, setShowsAll] = useState(false);
  return (
    <Part
      title={is_partial ? "Bought at the visits on this phone" : "Bought in the last 6 months"}
      aside={
        products > shownAtOnce && (
          <span className="-my-3 print:hidden">
            <Button
              size="small"
              variant="quiet"
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? "Show fewer" : `Show all ${products}`}
            </Button>
          </span>
        )
      }
    >
      {products === 0 ? (
        <p className="mt-1 grid min-h-40 place-items-center rounded-control bg-sunken px-4 text-center text-muted">
          {is_partial
            ? "Nothing. What was bought before is not on this phone."
            : "Nothing yet. What this doctor buys appears here, month by month."}
        </p>
      ) : (
        <>
          {!is_partial && <Amount {...glance} />}
          <ul aria-label="Products bought">
            {(showsAll ? bought : bought.slice(0, shownAtOnce)).map((product) => (
              <BoughtRow key={product.product_id} product={product} isPartial={is_partial} />
            ))}
          </ul>
          {showsAll && products > bought.length && (
            <p className="pt-2 text-small text-muted">
              The {bought.length} with the highest amount of {products}
            </p>
          )}
        </>
      )}
    </Part>
  );
}

/** What all products came to in the last six months, and how that compares with the six before. */
function Amount({ amount, amount_before }: Pick<Glance, "amount" | "amount_before">) {
  const trend = trendOf(toPaise(amount), toPaise(amount_before));
  return (
    <p>
      <span className="font-medium">{formatRupees(amount)}</span> <TrendSign trend={trend} />{" "}
      {trend !== "new" && <span className="text-small text-muted">{formatRupees(amount_before)} before</span>}
    </p>
  );
}
