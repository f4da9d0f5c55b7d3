import { doctorsFileName, type Figure } from "@rounds/domain/coverage/figures.ts";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useToday } from "../api/clock.ts";
import { readingOf } from "../api/reading.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { PlanVisit } from "../doctors/plan/PlanVisit.tsx";
import { ExportButtons } from "../exports/ExportButtons.tsx";
import { paths } from "../paths.ts";
import { coverageDoctorsSearch } from "../search.ts";
import { useListSearch } from "../table/filter/useListSearch.ts";
import { PagedTable } from "../table/PagedTable.tsx";
import { PrintButton } from "../table/PrintButton.tsx";
import { usePagedList } from "../table/usePagedList.ts";
import { Card } from "../ui/figure/Card.tsx";
import { EmptyState } from "../ui/message/EmptyState.tsx";
import { BackHeader } from "../ui/navigation/BackHeader.tsx";
import { askedDoctors } from "./coverage-search.ts";
import { className, figureTitle, monthWords, sumWords } from "./coverage-words.ts";
import { doctorColumns } from "./doctor-columns.tsx";
import { coverageQueries, readDoctorsFile } from "./queries.ts";

/** The figures whose doctors wait for a visit. */
const toPlan: ReadonlySet<Figure> = new Set<Figure>(["not_met", "remaining", "to_plan"]);

const planActions = {
  actions: (doctor: { id: string; name: string }) => <PlanVisit doctor={doctor} />,
};

const loadFailed = "Error loading doctors. Please try again.";

/** The screen /coverage/doctors: the doctors of one figure of the coverage. */
export function CoverageDoctorsPage() {
  const [search, change] = useListSearch(coverageDoctorsSearch);
  const { user } = useAuth();
  const today = useToday();
  const asked = askedDoctors(search);
  const reading = readingOf(useQuery(coverageQueries.doctors({ ...asked, page: search.page }, today)));
  const list = usePagedList(reading, {
    page: search.page,
    change,
    errorText: loadFailed,
  });
  const shown = reading.outdated && reading.error ? undefined : reading.data;
  const { figure, class: of, month, person } = { ...search, ...asked };
  const back = paths.coverage({ month, person });
  const title = figureTitle(figure, shown?.is_over ?? false);
  // Only a month that still runs can be planned.
  const isToPlan = shown && !shown.is_over && toPlan.has(figure);
  const words = shown && [
    monthWords(shown, user?.id),
    ...(of ? [className(of)] : []),
    sumWords(figure, shown),
  ];
  return (
    <div className="flex flex-col gap-5">
      <BackHeader
        title={title}
        back={back}
        backLabel="Back to coverage"
        summary={<span aria-live="polite">{words?.join(" · ") ?? " "}</span>}
        tools={<PrintButton />}
        actions={
          <ExportButtons
            done="Coverage exported successfully"
            fileName={(format) => doctorsFileName(shown?.month ?? "", figure, format)}
            disabled={!shown || shown.total === 0}
            onExport={(format) => readDoctorsFile({ ...asked, month: shown?.month, format })}
          />
        }
      />
      <Card flush>
        <PagedTable
          label={title}
          itemName="doctors"
          list={list}
          readWhole={() => coverageQueries.wholeDoctors(asked)}
          columns={doctorColumns(figure, person === "everybody")}
          rowTarget={({ id }) => paths.doctor(id)}
          {...(isToPlan && planActions)}
          empty={
            <EmptyState
              icon={SearchX}
              title="No doctors here."
              hint="Nobody belongs to this figure in this month."
            />
          }
        />
      </Card>
    </div>
  );
}
