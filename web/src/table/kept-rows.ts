import type { RefObject } from "react";

/** What keeps the rows of a list where they are: a finger, a dialog over it, or somebody who reads. */
export type Reason = "hand" | "dialog" | "reading";

/** A list as it is given. */
export type Given<Row> = {
  href: string;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  box: RefObject<HTMLElement | null>;
};

/** A list as it shows. */
export type Kept<Row> = {
  /** The address that the rows answer. */
  href: string;
  /** As they came, and as they show. */
  given: readonly Row[] | undefined;
  shown: readonly Row[] | undefined;
  /** What keeps newer rows back; a dialog's end lets them show whatever else there is. */
  why: Reason | undefined;
};
