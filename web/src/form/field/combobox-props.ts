import type { ReactNode, Ref } from "react";
import type { FieldProps } from "./Field.tsx";

/** The properties of a type-ahead field; `Option` is the type of its options. */
export type ComboboxProps<Option> = FieldProps & {
  value: Option | null;
  /** `null` if the text was cleared. */
  onChange: (value: Option | null) => void;
  /** An option was chosen by Enter or a tap, so the focus may move on. Tab also chooses, and moves by itself. */
  onTaken?: () => void;
  /** The caller's results for the last query; `undefined` while the first ones are loading. */
  options: readonly Option[] | undefined;
  /** The text to search for, shortly after typing; empty if the list opens with nothing new typed. */
  onQuery: (text: string) => void;
  loading?: boolean;
  /** The options belong to an older text: those that can't match the new one are not offered. */
  outdated?: boolean;
  /** Why the options could not be loaded. */
  failed?: string | null;
  optionKey: (option: Option) => string;
  /** The field's text once an option is chosen. */
  optionLabel: (option: Option) => string;
  /** How the list shows an option; its label by default. */
  renderOption?: (option: Option) => ReactNode;
  /** The heading above an option; one for several consecutive options. Without it there are no headings. */
  optionGroup?: (option: Option) => string;
  emptyText: string;
  /** Text below the options, for example that there are more. */
  note?: string;
  /** An alternative to choosing, as the last of the options; `typed` is empty if nothing new was typed. */
  action?: { label: string; run: (typed: string) => void };
  /** Whether clearing the text closes the list, as in a filter; otherwise it offers everything. */
  closesWhenCleared?: boolean;
  /** Whether it opens when it appears: it was asked for, so the next tap chooses. */
  opensAtOnce?: boolean;
  placeholder?: string;
  disabled?: boolean;
  onBlur?: () => void;
  /** The text field, so that a form can focus it. */
  ref?: Ref<HTMLInputElement>;
};
