import type { RefObject } from "react";

/** Reasons to keep the rows of a list in place: a pressed pointer, a dialog over it, or somebody who reads. */
export type Reason = "hand" | "dialog" | "reading";

/** A list as received. */
export type Given<Row> = {
  href: string;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  box: RefObject<HTMLElement | null>;
};

/** A list as shown. */
export type Kept<Row> = {
  /** The address that the rows belong to. */
  href: string;
  /** As received, and as shown. */
  given: readonly Row[] | undefined;
  shown: readonly Row[] | undefined;
  /** What keeps newer rows back; when a dialog closes, they are shown in any case. */
  why: Reason | undefined;
};
