import { mappingProblem } from "@rounds/domain/imports/column-fields.ts";
import type { ColumnField, ColumnMapping, ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { importLists } from "@rounds/domain/imports/import-lists.ts";
import { mostImportRows } from "@rounds/domain/imports/limits.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { useId } from "react";
import { SelectField } from "../../form/field/SelectField.tsx";
import { HeldFields } from "../../form/HeldFields.tsx";
import { Button } from "../../ui/control/Button.tsx";
import { Select } from "../../ui/control/Select.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { counted } from "../../ui/figure/counted.ts";
import { ErrorBanner } from "../../ui/message/ErrorBanner.tsx";
import { NoticeBanner } from "../../ui/message/NoticeBanner.tsx";
import type { Column, Table } from "../file/table.ts";
import type { Opened } from "./useReader.ts";

type Props = {
  noun: ImportNoun;
  opened: Opened;
  mapping: ColumnMapping;
  /** Whether it is the mapping that was used last for these headings. */
  remembered: boolean;
  busy: boolean;
  onMapping: (mapping: ColumnMapping) => void;
  onLook: (sheet: number, line?: number) => void;
  onCheck: () => void;
  onCancel: () => void;
  problem: string | undefined;
};

/** The second step: what each column is. */
export function MapColumns(props: Props) {
  const { noun, opened, mapping, remembered, busy, onMapping, onLook, onCheck, onCancel } = props;
  const { sheets, sheet, table } = opened;
  const hasRows = table.rows > 0;
  const wrong = hasRows ? mappingProblem(noun, mapping) : noRows(table);
  const notice = wrong
    ? undefined
    : importLists[noun].notice?.(new Set(mapping.filter((field) => field !== null)));
  const tooMany = table.rows > mostImportRows;
  /** A field that another column had is taken from it. */
  const choose = (at: number, field: ColumnField | null) =>
    onMapping(mapping.map((before, place) => (place === at ? field : before === field ? null : before)));
  const chosen = mapping.filter((field) => field !== null).length;
  return (
    <Card title={opened.fileName}>
      <form
        noValidate
        aria-label="Columns"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!wrong && !tooMany && !busy) onCheck();
        }}
      >
        {hasRows && (
          <p className="text-muted" role="status">
            {counted(table.rows, "row")}, {formatCount(chosen)} of {counted(table.columns.length, "column")}{" "}
            used. Please look whether each column is the right field.
          </p>
        )}
        <ErrorBanner message={props.problem} />
        <HeldFields held={busy}>
          <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
            {sheets.length > 1 && (
              <SelectField
                label="Sheet"
                value={String(sheet)}
                options={sheets.map((label, at) => ({ value: String(at), label }))}
                onChange={(event) => onLook(Number(event.target.value))}
              />
            )}
            <SelectField
              label="Headings"
              value={String(table.headings)}
              options={[
                ...table.start.flatMap((words, at) =>
                  words ? { value: String(at), label: `Line ${at + 1}: ${words}` } : [],
                ),
                ...(table.headings >= table.start.length
                  ? [{ value: String(table.headings), label: `Line ${table.headings + 1}` }]
                  : []),
                { value: "-1", label: "There are no headings" },
              ]}
              onChange={(event) => onLook(sheet, Number(event.target.value))}
            />
          </div>
        </HeldFields>
        {table.filled > 0 && (
          <NoticeBanner>
            This sheet has merged cells. Their value counts for each row beside them (
            {counted(table.filled, "cell")}).
          </NoticeBanner>
        )}
        {remembered && (
          <NoticeBanner>The columns are as you chose them last time for these headings.</NoticeBanner>
        )}
        <ul aria-label="Columns" className="max-w-3xl divide-y divide-line border-y border-line">
          {table.columns.map((column, at) => (
            <ColumnRow
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have a fixed order, and can have the same heading
              key={at}
              noun={noun}
              column={column}
              field={mapping[at] ?? null}
              onField={(field) => choose(at, field)}
            />
          ))}
        </ul>
        {notice && <NoticeBanner kind="warning">{notice}</NoticeBanner>}
        <ErrorBanner
          message={
            tooMany
              ? `An import has at most ${formatCount(mostImportRows)} rows. Please divide the list.`
              : wrong
          }
        />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" type="submit" disabled={Boolean(wrong) || tooMany || busy}>
            Check {counted(table.rows, "row")}
          </Button>
          <Button onClick={onCancel}>Choose another list</Button>
        </div>
      </form>
    </Card>
  );
}

/** What is said about a sheet without a row to import. */
function noRows({ start }: Table): string {
  const isEmpty = start.every((words) => words === "");
  return `${isEmpty ? "This sheet is empty." : "There are no rows below the headings."} Please choose another list.`;
}

type ColumnProps = {
  noun: ImportNoun;
  column: Column;
  field: ColumnField | null;
  onField: (field: ColumnField | null) => void;
};

function ColumnRow({ noun, column: { heading, samples }, field, onField }: ColumnProps) {
  const id = useId();
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)]">
      <div className="min-w-0">
        <label htmlFor={id} className={`block font-medium wrap-anywhere ${field ? "" : "text-muted"}`}>
          {heading}
        </label>
        <p id={`${id}-samples`} className="truncate text-small text-muted">
          {samples.length > 0 ? samples.join(" · ") : "No values"}
        </p>
      </div>
      <Select
        id={id}
        aria-describedby={`${id}-samples`}
        value={field ?? ""}
        onChange={(event) => onField((event.target.value || null) as ColumnField | null)}
      >
        <option value="">Not imported</option>
        {importLists[noun].columns.map(([offered, label]) => (
          <option key={offered} value={offered}>
            {label}
          </option>
        ))}
      </Select>
    </li>
  );
}
