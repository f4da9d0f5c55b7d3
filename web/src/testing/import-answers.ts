import type { Import } from "@rounds/domain/imports/import.ts";
import {
  type ImportDecision,
  type ImportRow,
  type ImportRowFix,
  outcomes,
  verdicts,
} from "@rounds/domain/imports/import-row.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { vi } from "vitest";
import type { ReaderAnswer, ReaderCall } from "../imports/file/reader-worker.ts";
import { createReading } from "../imports/file/reading.ts";
import type { StandInServer } from "./server.ts";
import { ownId } from "./signed-in.ts";

/** Reads files on the page, because jsdom has no workers. Each call waits for `before` first. */
export function readOnPage(before: () => Promise<void> = async () => {}) {
  class PageReader {
    onmessage?: (event: { data: ReaderAnswer }) => void;
    readonly reading = createReading();
    async postMessage({ number, name, args }: ReaderCall) {
      await before();
      const run = this.reading[name] as (...given: unknown[]) => Promise<unknown>;
      const outcome = await run(...args).then(
        (value) => ({ value }),
        (error: Error) => ({ problem: error.message }),
      );
      this.onmessage?.({ data: { number, ...outcome } });
    }
    terminate() {}
  }
  vi.stubGlobal("Worker", PageReader);
}

const noCounts = Object.fromEntries([...verdicts, ...outcomes].map((name) => [name, 0])) as Import["counts"];

/** An import as the server answers it. */
export function anImport(
  values: Partial<Omit<Import, "counts">> & { counts?: Partial<Import["counts"]> } = {},
): Import {
  return {
    id: "0197a3b0-0000-7000-8000-00000000a001",
    noun: "doctors",
    file_name: "nagpur.csv",
    mapping: [],
    made_at: "2025-11-20T06:00:00.000Z",
    made_by: ownId,
    by: "Asha Verma",
    state: "checked",
    total: 0,
    undo_until: null,
    ...values,
    counts: { ...noCounts, ...values.counts },
  };
}

/** A row of an import. */
export function aRow(values: Partial<ImportRow> & Pick<ImportRow, "line">): ImportRow {
  return {
    ...{
      cells: { name: `Dr. Number ${values.line}`, city: "Nagpur" },
      verdict: "create",
      reasons: [],
      changes: [],
    },
    ...{ target: null, candidates: [], decision: null, outcome: null, problem: null, record_id: null },
    ...values,
  };
}

/**
 * A server that takes imports: it stores the rows that are sent, and checks them by `judge`, two at a time. `before` are
 * imports that are there already.
 */
export function answerImports(
  server: StandInServer,
  judge: (row: ImportRow) => Partial<ImportRow> = () => ({}),
  before: { state: Import; rows: ImportRow[] }[] = [],
) {
  const all = new Map(before.map((one) => [one.state.id, one]));
  const one = (id: string | undefined) => {
    const found = all.get(id ?? "");
    if (!found) throw new Error(`No import ${id}`);
    return found;
  };
  const now = (id: string | undefined): Import => {
    const found = one(id);
    const counts = { ...noCounts };
    for (const { verdict, outcome } of found.rows) {
      counts[verdict]++;
      if (outcome) counts[outcome]++;
    }
    return { ...found.state, total: found.rows.length, counts };
  };
  const step = (
    id: string | undefined,
    states: [Import["state"], Import["state"]],
    next: (row: ImportRow) => ImportRow,
  ) => {
    const found = one(id);
    let left = 2;
    found.rows = found.rows.map((row) => {
      const changed = left > 0 ? next(row) : row;
      if (changed !== row) left--;
      return changed;
    });
    const isOver = found.rows.every((row) => next(row) === row);
    found.state = { ...found.state, state: states[isOver ? 1 : 0] };
    return now(id);
  };
  server.answer(importRoutes.list, () => ({ rows: [...all.keys()].reverse().map(now) }));
  server.answer(importRoutes.create, ({ body }) => {
    const { id, noun, file_name, mapping } = body as Pick<Import, "id" | "noun" | "file_name" | "mapping">;
    if (!all.has(id))
      all.set(id, { state: anImport({ id, noun, file_name, mapping, state: "filling" }), rows: [] });
    return now(id);
  });
  server.answer(importRoutes.read, ({ params }) => now(params.id));
  server.answer(importRoutes.send, ({ params, body }) => {
    const found = one(params.id);
    const { rows } = body as { rows: Pick<ImportRow, "line" | "cells">[] };
    found.rows.push(...rows.map((row) => aRow({ ...row, verdict: "unchecked" })));
    return now(params.id);
  });
  server.answer(importRoutes.check, ({ params }) =>
    step(params.id, ["checking", "checked"], (row) =>
      row.verdict === "unchecked" ? { ...row, verdict: "create", ...judge(row) } : row,
    ),
  );
  server.answer(importRoutes.rows, ({ params, query }) => {
    const { verdict = "" } = query;
    const rows = one(params.id).rows.filter(
      (row) => verdict === "" || row.verdict === verdict || row.outcome === verdict,
    );
    return { rows: rows.slice(0, 25), total: rows.length, page: Number(query.page ?? 1), page_size: 25 };
  });
  server.answer(importRoutes.fix, ({ params, body }) => {
    const { line, cells, decision } = body as ImportRowFix;
    const found = one(params.id);
    const fixed = found.rows.map((row) => {
      if (row.line !== line) return row;
      const merged = {
        ...row,
        cells: { ...row.cells, ...cells },
        ...(decision !== undefined && { decision }),
      };
      if (merged.decision)
        return { ...merged, verdict: merged.decision === "skip" ? ("skipped" as const) : merged.decision };
      return aRow({ line, cells: merged.cells, ...judge(merged) });
    });
    found.rows = fixed;
    const row = fixed.find((each) => each.line === line);
    if (!row) throw new Error(`No row ${line}`);
    return { row, import: now(params.id) };
  });
  server.answer(importRoutes.decide, ({ params, body }) => {
    const { decision } = body as ImportDecision;
    const found = one(params.id);
    found.rows = found.rows.map((row) =>
      row.verdict === "look"
        ? { ...row, decision, verdict: decision === "skip" ? "skipped" : decision }
        : row,
    );
    return now(params.id);
  });
  const waits = ({ verdict, outcome }: ImportRow) =>
    (verdict === "create" || verdict === "update") && outcome === null;
  server.answer(importRoutes.apply, ({ params }) => {
    one(params.id).state.undo_until = "2025-12-20T06:00:00.000Z";
    return step(params.id, ["applying", "applied"], (row) =>
      waits(row) ? { ...row, outcome: "applied", record_id: "0197a3b0-0000-7000-8000-00000000d001" } : row,
    );
  });
  server.answer(importRoutes.undo, ({ params }) =>
    step(params.id, ["undoing", "undone"], (row) =>
      row.outcome === "applied" || row.outcome === "kept"
        ? { ...row, outcome: "undone", problem: null }
        : row,
    ),
  );
  server.answer(importRoutes.delete, ({ params }) => {
    const gone = now(params.id);
    all.delete(gone.id);
    return gone;
  });
}
