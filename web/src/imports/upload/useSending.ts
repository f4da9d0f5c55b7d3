import type { Import } from "@rounds/domain/imports/import.ts";
import type { ColumnMapping, ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { call } from "../../api/client.ts";
import { newId } from "../../api/new-id.ts";
import { holdUnsavedWork } from "../../api/unsaved-work.ts";
import { useAskBeforeClosing } from "../../form/useUnsavedChanges.tsx";
import { UnreadableFile } from "../file/file-limits.ts";
import { keep } from "../queries.ts";
import type { Opened, useReader } from "./useReader.ts";

/** The most characters of a heading that are stored. */
const longestHeading = 200;

/**
 * Sends the rows of an open file portion by portion. After an error, `send` goes on where it ended; with another mapping it
 * begins another import, and what was sent before is thrown away. `onSent` hears of the import once all rows are there. A sending
 * that was stopped, or whose screen was left, ends after the portion that is running, and is heard of no more.
 */
export function useSending(
  noun: ImportNoun,
  portion: ReturnType<typeof useReader>["portion"],
  onSent: (sent: Import) => Promise<void>,
) {
  const begun = useRef<{ id: string; key: string; next: number | null; isCreated: boolean }>(undefined);
  /** The number of the latest sending; one more once that is stopped. */
  const latest = useRef(0);
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const busy = sent !== undefined && problem === undefined;
  useEffect(() => (busy ? holdUnsavedWork() : undefined), [busy]);
  useAskBeforeClosing(busy);
  // Before another screen is seen.
  useLayoutEffect(
    () => () => {
      latest.current++;
    },
    [],
  );

  async function sendAll(
    { fileName, sheet, table }: Opened,
    mapping: ColumnMapping,
    isStopped: () => boolean,
  ) {
    const columns = table.columns.map(({ heading }, at) => ({
      heading: heading.slice(0, longestHeading),
      field: mapping[at] ?? null,
    }));
    const key = JSON.stringify([fileName, sheet, table.headings, columns]);
    const before = begun.current;
    if (before?.key !== key) {
      begun.current = { id: newId(), key, next: 0, isCreated: false };
      // It is forgotten by the server too, if this request is lost.
      if (before?.isCreated) call(importRoutes.delete, { params: { id: before.id } }).catch(() => {});
    }
    const now = begun.current;
    if (!now) return;
    if (!now.isCreated) {
      const name = fileName.slice(-longestHeading);
      await call(importRoutes.create, {
        body: { id: now.id, noun, file_name: name, mapping: columns },
      });
      now.isCreated = true;
    }
    while (now.next !== null) {
      const { rows, next } = await portion(mapping, now.next);
      // Another sheet may be open by now, or another file.
      if (isStopped()) return;
      if (rows.length > 0) {
        const state = await call(importRoutes.send, { params: { id: now.id }, body: { rows } });
        if (isStopped()) return;
        setSent(state.total);
      } else if (now.next === 0) {
        throw new UnreadableFile("The chosen columns have no values. Please choose other columns.");
      }
      now.next = next;
    }
    const checking = await call(importRoutes.check, { params: { id: now.id } });
    if (isStopped()) return;
    keep(checking);
    await onSent(checking);
    if (!isStopped()) setSent(undefined);
  }
  return {
    /** How many rows were sent; undefined before. */
    sent,
    busy,
    problem,
    async send(opened: Opened, mapping: ColumnMapping) {
      const number = ++latest.current;
      const isStopped = () => latest.current !== number;
      setSent((before) => before ?? 0);
      setProblem(undefined);
      try {
        await sendAll(opened, mapping, isStopped);
      } catch (error) {
        if (isStopped()) return;
        // The sign-in page explains an ended session.
        if (error instanceof UnreadableFile) {
          // Other columns may do.
          setSent(undefined);
          setProblem(error.message);
        } else setProblem(asApiError(error).message);
      }
    },
    /** Another file is open: what was sent of the one before stays as it is. */
    forget: () => {
      latest.current++;
      begun.current = undefined;
    },
    /** Goes back to the choice of columns. */
    stop: () => {
      latest.current++;
      setSent(undefined);
      setProblem(undefined);
    },
  };
}
