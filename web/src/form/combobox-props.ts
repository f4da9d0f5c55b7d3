import type { ReactNode, Ref } from "react";
import type { FieldProps } from "./Field.tsx";

/** What a type-ahead field needs; `Option` is whatever it offers. */
export type ComboboxProps<Option> = FieldProps & {
  value: Option | null;
  /** `null` when the text was cleared. */
  onChange: (value: Option | null) => void;
  /** An option was taken by Enter or a tap, so that the focus may go on. Tab takes one too, and goes on by itself. */
  onTaken?: () => void;
  /** What matches the last query, found by the caller; `undefined` while the first answer is on its way. */
  options: readonly Option[] | undefined;
  /** The text to search for, a moment after typing; empty when the list opens with nothing new typed. */
  onQuery: (text: string) => void;
  loading?: boolean;
  /** The options still answer an older text: those that the new one can't mean are not offered. */
  outdated?: boolean;
  /** Why the options could not be read. */
  failed?: string | null;
  optionKey: (option: Option) => string;
  /** What the field shows once an option is chosen. */
  optionLabel: (option: Option) => string;
  /** How the list shows an option; its label when left out. */
  renderOption?: (option: Option) => ReactNode;
  /** The heading over an option; one over several options that follow each other. Without one there are no headings. */
  optionGroup?: (option: Option) => string;
  emptyText: string;
  /** Words below the options, such as that there are more than those. */
  note?: string;
  /** What may be done instead of choosing, as the last of the options; `typed` is empty when nothing new was typed. */
  action?: { label: string; run: (typed: string) => void };
  /** Whether the list goes away when the text is cleared, as in a filter; otherwise it offers everything. */
  closesWhenCleared?: boolean;
  placeholder?: string;
  disabled?: boolean;
  onBlur?: () => void;
  /** The text field, so that a form can put the focus on it. */
  ref?: Ref<HTMLInputElement>;
};
