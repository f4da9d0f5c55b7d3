import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CoverageAnswer } from "@rounds/domain/coverage/coverage.ts";
import { monthFileName } from "@rounds/domain/coverage/figures.ts";
import { useQuery } from "@tanstack/react-query";
import { Target, UserX } from "lucide-react";
import { asApiError } from "../api/api-error.ts";
import { useToday } from "../api/clock.ts";
import { usePeople } from "../api/people.ts";
import { readingOf } from "../api/reading.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { ExportButtons } from "../exports/ExportButtons.tsx";
import { paths } from "../paths.ts";
import { type CoverageSearch, coverageSearch } from "../search.ts";
import { type ChangeSearch, useListSearch } from "../table/filter/useListSearch.ts";
import { PrintButton } from "../table/PrintButton.tsx";
import { Button } from "../ui/control/Button.tsx";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { counted } from "../ui/figure/counted.ts";
import { StatCards } from "../ui/figure/StatCard.tsx";
import { EmptyState } from "../ui/message/EmptyState.tsx";
import { RetryPanel } from "../ui/message/RetryPanel.tsx";
import { Skeleton } from "../ui/message/Skeleton.tsx";
import { useRefusalToast } from "../ui/message/useFailureToast.ts";
import { PageHeader } from "../ui/navigation/PageHeader.tsx";
import { TextLink } from "../ui/navigation/TextLink.tsx";
import { ClassTable } from "./ClassTable.tsx";
import { CallAverage, CoverageFigures, MonthLeft } from "./CoverageFigures.tsx";
import { askedMonth, figureLinks } from "./coverage-search.ts";
import { monthWords } from "./coverage-words.ts";
import { Choice, MonthChooser } from "./MonthPicker.tsx";
import { coverageQueries, readMonthFile } from "./queries.ts";

const loadFailed = "Error loading the coverage. Please try again.";

/** The screen /coverage. */
export function CoveragePage() {
  const [search, change] = useListSearch(coverageSearch);
  const { user } = useAuth();
  const today = useToday();
  const query = useQuery(coverageQueries.month(askedMonth(search), today));
  const { data, error, outdated, refreshing, retry } = readingOf(query);
  const isGone = Boolean(error) && asApiError(error).code === "not_found";
  useRefusalToast(isGone ? null : error, loadFailed);
  const shown = error && outdated ? undefined : data;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Coverage"
        summary={shown && monthWords(shown, user?.id)}
        actions={
          <>
            <PrintButton />
            <ExportButtons
              done="Coverage exported successfully"
              fileName={(format) => monthFileName(shown?.month ?? "", format)}
              disabled={!shown || outdated}
              onExport={(format) => readMonthFile({ ...askedMonth(search), month: shown?.month, format })}
            />
          </>
        }
      />
      <CoverageChooser search={search} today={today} person={data?.person} onChange={change} />
      {isGone && (
        <Card>
          <EmptyState
            icon={UserX}
            title="This person has no account any more."
            hint="The doctors who were theirs are everybody's now."
            action={<Button onClick={() => change({ person: "everybody" })}>Show Everybody</Button>}
          />
        </Card>
      )}
      {Boolean(error) && !isGone && (
        <Card>
          <RetryPanel error={error} message={loadFailed} onRetry={retry} retrying={refreshing} />
        </Card>
      )}
      {(shown || !error) && (
        <div
          aria-busy={outdated || undefined}
          className={`flex flex-col gap-5 transition-opacity duration-120 ${outdated ? "opacity-60" : ""}`}
        >
          {shown && shown.total.doctors === 0 ? (
            <>
              {shown.work.calls > 0 && (
                <StatCards>
                  <CallAverage coverage={shown} links={figureLinks(search)} />
                </StatCards>
              )}
              <Card>
                <NoTargets coverage={shown} links={figureLinks(search)} />
              </Card>
            </>
          ) : (
            <Report coverage={shown} links={figureLinks(search)} />
          )}
          {shown && shown.work.nobody_calls > 0 && <NobodyLine coverage={shown} today={today} />}
        </div>
      )}
    </div>
  );
}

type ReportProps = { coverage: CoverageAnswer | undefined; links: ReturnType<typeof figureLinks> };

function Report({ coverage, links }: ReportProps) {
  return (
    <>
      <CoverageFigures coverage={coverage} links={links} />
      {coverage ? (
        <>
          {!coverage.is_over && <MonthLeft coverage={coverage} links={links} />}
          <ClassTable coverage={coverage} links={links} />
          {coverage.total.no_target > 0 && <NoTargetLine coverage={coverage} links={links} />}
        </>
      ) : (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
    </>
  );
}

type WithCoverage = { coverage: CoverageAnswer; links: ReturnType<typeof figureLinks> };

function NoTargetLine({ coverage, links }: WithCoverage) {
  const { no_target } = coverage.total;
  return (
    <p className="text-muted">
      <TextLink target={links("no_target")}>{counted(no_target, "doctor")}</TextLink>{" "}
      {no_target === 1 ? "has" : "have"} no target: no class, or none of their calls fall into this month.
    </p>
  );
}

/** The calls of everybody that belong to nobody. */
function NobodyLine({ coverage, today }: { coverage: CoverageAnswer; today: Day }) {
  const { from, to, is_over, work } = coverage;
  const calls = paths.visits({
    representative: "nobody",
    status: "completed",
    start_date: from,
    end_date: is_over ? to : today,
  });
  return (
    <p className="text-muted">
      Recorded by nobody: <TextLink target={calls}>{counted(work.nobody_calls, "call")}</TextLink> on{" "}
      {counted(work.nobody_days, "day")}, counted for no person.
    </p>
  );
}

/** Says why there are no figures: there are no doctors, or none of them has a target. */
function NoTargets({ coverage, links }: WithCoverage) {
  if (coverage.total.no_target === 0) {
    return (
      <EmptyState
        icon={Target}
        title="No doctors in this month."
        hint="Coverage shows how many of the doctors were met, and which calls remain."
        action={
          <ButtonLink variant="primary" target={paths.addDoctor()}>
            Add Doctor
          </ButtonLink>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={Target}
      title="No doctor has a target in this month."
      hint="A doctor's class, or their own calls a month, say how often they should be met."
      action={
        <ButtonLink target={links("no_target")}>
          {`Show ${counted(coverage.total.no_target, "doctor")}`}
        </ButtonLink>
      }
    />
  );
}

type ChooserProps = {
  search: CoverageSearch;
  today: Day;
  /** Whose coverage is shown; undefined until it is loaded. */
  person: CoverageAnswer["person"] | undefined;
  onChange: ChangeSearch<CoverageSearch>;
};

/** Chooses the month and whose doctors: one's own, everybody's, or those of one person. */
function CoverageChooser({ search, today, person, onChange }: ChooserProps) {
  const { me, people } = usePeople({ read: true });
  const others = people.filter(({ id }) => id !== me);
  const linked = search.person && search.person !== "everybody" ? search.person : undefined;
  // A person who is not in the list, from a link, must still be shown.
  const isListed = !linked || others.some(({ id }) => id === linked);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
      <MonthChooser month={search.month} today={today} onChange={(month) => onChange({ month })} />
      <Choice
        label="Doctors of"
        value={search.person ?? ""}
        options={[
          { value: "", label: "Me" },
          { value: "everybody", label: "Everybody" },
          ...(isListed ? [] : [{ value: linked ?? "", label: person?.name ?? "…" }]),
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(chosen) => onChange({ person: chosen || undefined })}
      />
    </div>
  );
}
