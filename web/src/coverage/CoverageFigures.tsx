import type { CoverageAnswer } from "@rounds/domain/coverage/coverage.ts";
import { callAverage, compliancePercent, coveragePercent } from "@rounds/domain/coverage/report-month.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { CalendarClock, Gauge, Target as TargetIcon, UserCheck } from "lucide-react";
import { Card } from "../ui/figure/Card.tsx";
import { counted } from "../ui/figure/counted.ts";
import { StatCard, StatCards } from "../ui/figure/StatCard.tsx";
import { TextLink } from "../ui/navigation/TextLink.tsx";
import type { FigureLinks } from "./coverage-search.ts";
import { averageWords, capacityWords, percentText, remainingTitle } from "./coverage-words.ts";

type Props = {
  /** `undefined` until it is loaded for the first time. */
  coverage: CoverageAnswer | undefined;
  links: FigureLinks;
};

/** The figures of the month as cards; each opens its doctors. */
export function CoverageFigures({ coverage, links }: Props) {
  const total = coverage?.total;
  return (
    <StatCards>
      <StatCard
        title="Coverage"
        value={total && percentText(coveragePercent(total))}
        hint={total && `${formatCount(total.met)} of ${counted(total.doctors, "doctor")} met`}
        icon={UserCheck}
        {...(total && total.met > 0 && { target: links("met") })}
      />
      <StatCard
        title="Compliance"
        value={total && percentText(compliancePercent(total))}
        hint={total && `${formatCount(total.counted)} of ${counted(total.norm, "call")} expected`}
        icon={TargetIcon}
        {...(total && total.doctors > 0 && { target: links("compliance") })}
      />
      <StatCard
        title={remainingTitle(coverage?.is_over ?? false)}
        value={total && formatCount(total.remaining)}
        hint={total && `with ${counted(total.remaining_doctors, "doctor")}`}
        icon={CalendarClock}
        {...(total && total.remaining > 0 && { target: links("remaining") })}
      />
      <CallAverage coverage={coverage} links={links} />
    </StatCards>
  );
}

/** The calls a day worked, which need no doctor with a target. */
export function CallAverage({ coverage, links }: Props) {
  const work = coverage?.work;
  return (
    <StatCard
      title="Call average"
      value={work && (callAverage(work) ?? "–")}
      hint={coverage && averageWords(coverage)}
      icon={Gauge}
      {...(work && work.calls > 0 && { target: links("calls") })}
    />
  );
}

/** What is left of the month, which is not over: in words, and its field days. */
export function MonthLeft({ coverage, links }: { coverage: CoverageAnswer; links: FigureLinks }) {
  const { total, work } = coverage;
  const { words, fits } = capacityWords(coverage);
  return (
    <Card title="Left of the month">
      <p className={`mb-3 text-base font-medium ${fits ? "" : "text-warn"}`}>
        {words}
        {total.to_plan > 0 && (
          <>
            {" "}
            <TextLink target={links("to_plan")}>
              {`${counted(total.to_plan, "call")} not planned yet`}
            </TextLink>
          </>
        )}
      </p>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-4 gap-y-3">
        <Fact label="Days worked" value={work.days_worked} />
        <Fact label="Field days left" value={work.days_left} />
        <Fact label="Capacity left" value={work.capacity_left} unit="calls" />
      </dl>
    </Card>
  );
}

function Fact({ label, value, unit }: { label: string; value: number; unit?: string }) {
  return (
    <div>
      <dt className="text-small text-muted">{label}</dt>
      <dd className="text-base font-semibold">
        {formatCount(value)}
        {unit && <span className="font-normal text-muted"> {unit}</span>}
      </dd>
    </div>
  );
}
