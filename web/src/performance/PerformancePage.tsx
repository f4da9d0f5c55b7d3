import { type PerformanceOrder, performanceOrders } from "@rounds/domain/performance/orders.ts";
import { performanceFileName } from "@rounds/domain/performance/performance.ts";
import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useToday } from "../api/clock.ts";
import { readingOf } from "../api/reading.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { Choice, MonthChooser } from "../coverage/MonthPicker.tsx";
import { ExportButtons } from "../exports/ExportButtons.tsx";
import { paths } from "../paths.ts";
import { performanceSearch } from "../search.ts";
import { useListSearch } from "../table/filter/useListSearch.ts";
import { PrintButton } from "../table/PrintButton.tsx";
import { DataTable } from "../table/rows/DataTable.tsx";
import { ButtonLink } from "../ui/control/ButtonLink.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { EmptyState } from "../ui/message/EmptyState.tsx";
import { useRefusalToast } from "../ui/message/useFailureToast.ts";
import { PageHeader } from "../ui/navigation/PageHeader.tsx";
import { nameOfRow, performanceColumns } from "./performance-columns.tsx";
import { hasShared, monthsWords, rowsOf } from "./performance-rows.ts";
import { performanceQueries, readPerformanceFile } from "./queries.ts";
import { Refused, refusalOf } from "./Refused.tsx";

const loadFailed = "Error loading the figures. Please try again.";

const orderLabels: Record<PerformanceOrder, string> = {
  coverage: "Coverage, lowest first",
  calls: "Calls, most first",
  sales: "Sales, most first",
  late: "Late doctors, most first",
  last_call: "Last call, longest ago first",
};

/** The screen /performance: everybody's figures of a month and of the one before. */
export function PerformancePage() {
  const [{ month, sort }, change] = useListSearch(performanceSearch);
  const { user } = useAuth();
  const today = useToday();
  const query = useQuery(performanceQueries.month({ ...(month && { month }) }, today));
  const { data, error, outdated, refreshing, retry } = readingOf(query);
  const refusal = refusalOf(error);
  useRefusalToast(refusal ? null : error, loadFailed);
  const shown = error && outdated ? undefined : data;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Performance"
        summary={shown && monthsWords(shown)}
        actions={
          <>
            <PrintButton />
            <ExportButtons
              done="Performance exported successfully"
              fileName={(format) => performanceFileName(shown?.present.month ?? "", format)}
              disabled={!shown || outdated}
              onExport={(format) => readPerformanceFile({ month: shown?.present.month, sort, format })}
            />
          </>
        }
      />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
        <MonthChooser month={month} today={today} onChange={(chosen) => change({ month: chosen })} />
        <Choice
          label="Sort by"
          value={sort ?? ""}
          options={[
            { value: "", label: "Name" },
            ...performanceOrders.map((value) => ({ value, label: orderLabels[value] })),
          ]}
          onChange={(chosen) => change({ sort: performanceOrders.find((order) => order === chosen) })}
        />
      </div>
      {refusal ? (
        <Refused reason={refusal} />
      ) : (
        <>
          <Card flush>
            <DataTable
              label="Performance"
              columns={performanceColumns(shown, month, user?.id)}
              rows={shown && (shown.rows.length === 0 ? [] : rowsOf(shown, sort))}
              rowKey={(row) => (row.kind === "person" ? row.id : nameOfRow(row))}
              error={error}
              errorText={loadFailed}
              onRetry={retry}
              refreshing={refreshing}
              empty={
                <EmptyState
                  icon={UsersRound}
                  title="Nobody works here yet."
                  hint="This screen compares the representatives once there are any."
                  action={<ButtonLink target={paths.doctors()}>Doctors</ButtonLink>}
                />
              }
            />
          </Card>
          {shown && hasShared(shown) && (
            <p className="text-small text-muted">
              Doctors of nobody count for each representative, in coverage and late doctors, and once in the
              total.
            </p>
          )}
        </>
      )}
    </div>
  );
}
