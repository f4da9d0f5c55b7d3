import { mappingUsedLast } from "@rounds/domain/imports/headings.ts";
import type { Import } from "@rounds/domain/imports/import.ts";
import type { ColumnMapping, ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { paths } from "../../paths.ts";
import { useNavigate } from "../../router/RouterProvider.tsx";
import { importQueries } from "../queries.ts";
import { StepProgress } from "../StepProgress.tsx";
import { useStepFocus } from "../useStepFocus.ts";
import { ChooseFile } from "./ChooseFile.tsx";
import { MapColumns } from "./MapColumns.tsx";
import { OwnImports } from "./OwnImports.tsx";
import { useReader } from "./useReader.ts";
import { useSending } from "./useSending.ts";

type Props = { noun: ImportNoun; onSent: (id: string) => void; onClosed: () => void };

/**
 * A list that is not sent yet: choosing it, its columns, and sending its rows. Below are the person's own imports. Once all rows
 * are sent, their import is shown instead, and `onSent` hears of it; the file stays open here, for other columns, until `onClosed`.
 */
export function NewImport({ noun, onSent, onClosed }: Props) {
  const imports = useQuery(importQueries.list());
  const navigate = useNavigate();
  const reader = useReader(noun);
  const sending = useSending(noun, reader.portion, async ({ id }: Import) => {
    onSent(id);
    await navigate(paths.imports({ id, of: noun }));
  });
  const { opened } = reader;
  useStepFocus(!opened ? "choose" : sending.sent === undefined ? "columns" : "sending");
  const close = useEffectEvent(onClosed);
  useEffect(() => () => close(), []);
  /** What was sent of a file has nothing to do with the next one, even if that has the same name. */
  const forget = () => {
    sending.forget();
    onClosed();
  };
  // What a person chose for these headings; before, it is what was used last, or guessed.
  const [choice, setChoice] = useState<{ table: object; mapping: ColumnMapping }>();
  const used =
    opened &&
    mappingUsedLast(
      noun,
      opened.table.columns.map(({ heading }) => heading),
      imports.data?.rows ?? [],
    );
  const isChosen = choice !== undefined && choice.table === opened?.table;
  const mapping = isChosen ? choice.mapping : (used ?? opened?.table.columns.map(({ guess }) => guess) ?? []);

  if (!opened)
    return (
      <>
        <ChooseFile
          noun={noun}
          busy={reader.busy}
          problem={reader.problem}
          onChoose={(source, fileName) => {
            forget();
            return reader.open(source, fileName);
          }}
        />
        <OwnImports imports={imports} />
      </>
    );
  if (sending.sent !== undefined)
    return (
      <StepProgress
        title={opened.fileName}
        words={`Sending rows: ${formatCount(sending.sent)} of ${formatCount(opened.table.rows)}`}
        done={sending.sent}
        of={opened.table.rows}
        problem={sending.problem}
        onRetry={() => void sending.send(opened, mapping)}
        back={{ label: "Back to the columns", run: sending.stop }}
      />
    );
  return (
    <MapColumns
      noun={noun}
      opened={opened}
      mapping={mapping}
      remembered={!isChosen && used !== undefined}
      busy={reader.busy}
      problem={reader.problem ?? sending.problem}
      onMapping={(chosen) => setChoice({ table: opened.table, mapping: chosen })}
      onLook={reader.lookAgain}
      onCheck={() => void sending.send(opened, mapping)}
      onCancel={() => {
        forget();
        reader.close();
      }}
    />
  );
}
