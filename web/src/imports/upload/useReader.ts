import type { ImportNoun } from "@rounds/domain/imports/import-fields.ts";
import { useEffect, useRef, useState } from "react";
import type { Reader } from "../file/reader.ts";
import { startReader } from "../file/reader.ts";
import type { Table } from "../file/table.ts";

/** A file that is open, and the sheet of it that is looked at. */
export type Opened = { fileName: string; sheets: string[]; sheet: number; table: Table & { filled: number } };

/** Opens a file or pasted cells in a worker, and knows what is in them. What can't be read is said in `problem`. */
export function useReader(noun: ImportNoun) {
  const reader = useRef<Reader>(undefined);
  const [opened, setOpened] = useState<Opened>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** The number of the latest attempt; one more once the file is closed. */
  const latest = useRef(0);
  useEffect(() => () => reader.current?.close(), []);

  async function attempt(work: () => Promise<Opened>) {
    const number = ++latest.current;
    const isLatest = () => latest.current === number;
    setBusy(true);
    setProblem(undefined);
    try {
      const found = await work();
      if (isLatest()) setOpened(found);
    } catch (error) {
      if (isLatest()) setProblem((error as Error).message);
    }
    if (isLatest()) setBusy(false);
  }
  const look = async (sheet: number, line?: number) => {
    if (!reader.current) throw new Error("Nothing is open.");
    return reader.current.look(sheet, line);
  };
  return {
    opened,
    busy,
    problem,
    open: (source: Blob | string, fileName: string) =>
      attempt(async () => {
        reader.current?.close();
        reader.current = startReader();
        const sheets = await reader.current.open(noun, source);
        return { fileName, sheets, sheet: 0, table: await look(0) };
      }),
    /** Looks at another sheet, or with another line as headings. */
    lookAgain: (sheet: number, line?: number) =>
      attempt(async () => {
        if (!opened) throw new Error("Nothing is open.");
        return { ...opened, sheet, table: await look(sheet, line) };
      }),
    portion: (...asked: Parameters<Reader["portion"]>) => {
      if (!reader.current) throw new Error("Nothing is open.");
      return reader.current.portion(...asked);
    },
    close: () => {
      latest.current++;
      setBusy(false);
      setOpened(undefined);
      setProblem(undefined);
    },
  };
}
