import type { Import } from "@rounds/domain/imports/import.ts";
import { importLabel, importLists } from "@rounds/domain/imports/import-lists.ts";
import type { ImportRow, ImportRowFix } from "@rounds/domain/imports/import-row.ts";
import { isUnclearName } from "@rounds/domain/imports/visits/unclear-names.ts";
import { capitalized } from "@rounds/domain/text/capitalized.ts";
import { ArrowRight, Check } from "lucide-react";
import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { Button } from "../../ui/control/Button.tsx";
import { laterDialog } from "../../ui/dialog/later-dialog.tsx";
import { Tag } from "../../ui/figure/Tag.tsx";
import { outcomeWords } from "../../ui/message/outcome.ts";
import { toast } from "../../ui/message/toast.ts";
import { TextLink } from "../../ui/navigation/TextLink.tsx";
import { isWrong, wordOf } from "../import-words.ts";
import { nounWords } from "../noun-words.ts";
import { fixRow } from "../queries.ts";

const FixRowDialog = laterDialog(
  () => import("./FixRowDialog.tsx").then((module) => module.FixRowDialog),
  (props) => props.onClose,
);

type Props = { state: Import; row: ImportRow };

/** A row of an import: what it is, what happens to it and why, and what a person can do about it. */
export function ImportRowItem({ state, row }: Props) {
  const { line, cells, reasons, changes, problem, record_id } = row;
  const word = wordOf(row);
  const { noun } = state;
  const { record, details } = nounWords[noun];
  const name = cells[importLists[noun].main] || "No name";
  return (
    <li
      data-row
      className="grid gap-x-6 gap-y-2 px-4 py-3 sm:px-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_20rem]"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-small text-muted tabular-nums">Line {line}</span>
          <span className="font-medium wrap-anywhere">
            {record_id && row.outcome === "applied" ? (
              <TextLink target={record(record_id)}>{name}</TextLink>
            ) : (
              name
            )}
          </span>
          <Tag tone={word.tone}>{word.label}</Tag>
        </p>
        <p className="text-small wrap-anywhere text-muted">{details(cells).filter(Boolean).join(" · ")}</p>
      </div>
      <ul className="flex min-w-0 flex-col gap-0.5 text-small max-lg:empty:hidden">
        {problem && <li className="wrap-anywhere text-danger">{problem.message}</li>}
        {reasons.map((reason) => (
          <li
            key={`${reason.field} ${reason.code} ${reason.message}`}
            className={`wrap-anywhere ${isWrong(row, reason) ? "text-danger" : ""}`}
          >
            {reason.field && `${importLabel(noun, reason.field)}: `}
            {reason.message}
          </li>
        ))}
        {changes.map(({ field, from, to }) => (
          <li key={field} className="wrap-anywhere">
            <span className="text-muted">{importLabel(noun, field)}: </span>
            <span className="text-muted line-through">{from || "nothing"}</span>
            <ArrowRight size={12} role="img" aria-label="becomes" className="mx-1 inline" />
            <span>{to || "nothing"}</span>
          </li>
        ))}
      </ul>
      {state.state === "checked" && <RowDecision key={line} state={state} row={row} />}
    </li>
  );
}

/** The buttons of a row that is not applied yet. */
function RowDecision({ state, row }: Props) {
  const { line, verdict, candidates, decision } = row;
  const [busy, setBusy] = useState(false);
  const [editing, setEditing] = useState(false);
  const decide = async (fix: Omit<ImportRowFix, "line">) => {
    setBusy(true);
    try {
      await fixRow(state.id, { line, ...fix });
    } catch (thrown) {
      const error = asApiError(thrown);
      const lead = outcomeWords(error, `Line ${line} was not changed.`, `line ${line} was changed`);
      toast.error(error.message, { lead });
    }
    setBusy(false);
  };
  const { one, another = `Another ${one}` } = nounWords[state.noun];
  const of = `line ${line}`;
  // A name is decided about once, for all its rows.
  const isUnclear = row.reasons.some(({ code }) => isUnclearName(code));
  const asks = (verdict === "look" && !isUnclear) || (decision !== null && decision !== "skip");
  return (
    <div className="flex flex-wrap items-start gap-2 lg:justify-end">
      {asks && candidates.length > 0 && (
        <ul aria-label={`${capitalized(one)}s like ${of}`} className="flex w-full flex-col gap-1.5">
          {candidates.map(({ id, name, where }) => {
            const isChosen = decision === "update" && row.target?.id === id;
            return (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="min-w-0 flex-1 basis-32 text-small wrap-anywhere">
                  <span className="font-medium">{name}</span> <span className="text-muted">{where}</span>
                </span>
                <Button
                  size="small"
                  {...(isChosen && { icon: Check })}
                  disabled={busy}
                  aria-pressed={isChosen}
                  aria-label={`Same ${one} as ${name} ${where}, ${of}`}
                  onClick={() =>
                    void decide(isChosen ? { decision: null } : { decision: "update", target_id: id })
                  }
                >
                  {isChosen ? "Chosen" : `Same ${one}`}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {asks && (
        <Button
          size="small"
          {...(decision === "create" && { icon: Check })}
          disabled={busy}
          aria-pressed={decision === "create"}
          aria-label={`${another}, ${of}`}
          onClick={() => void decide({ decision: decision === "create" ? null : "create" })}
        >
          {another}
        </Button>
      )}
      {verdict !== "skipped" && (
        <Button
          size="small"
          disabled={busy}
          aria-label={`Correct ${of}`}
          aria-haspopup="dialog"
          onClick={() => setEditing(true)}
        >
          Correct
        </Button>
      )}
      <Button
        size="small"
        disabled={busy}
        aria-label={verdict === "skipped" ? `Take ${of} in again` : `Leave out ${of}`}
        onClick={() => void decide({ decision: verdict === "skipped" ? null : "skip" })}
      >
        {verdict === "skipped" ? "Take in again" : "Leave out"}
      </Button>
      {editing && <FixRowDialog state={state} row={row} onClose={() => setEditing(false)} />}
    </div>
  );
}
