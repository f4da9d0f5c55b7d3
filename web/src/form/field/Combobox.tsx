import { holdsWords, searchWords } from "@rounds/domain/text/search-words.ts";
import { ChevronsUpDown, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { isComposing } from "../../ui/browser/is-composing.ts";
import { controlClass } from "../../ui/control/control-class.ts";
import { usePaced } from "../../ui/control/usePaced.ts";
import { Spinner } from "../../ui/message/Spinner.tsx";
import { ComboboxList } from "./ComboboxList.tsx";
import type { ComboboxProps } from "./combobox-props.ts";
import { Field } from "./Field.tsx";
import { passRef } from "./pass-ref.ts";

/**
 * Chooses one of many options by typing part of it: the editable combobox with a list of the ARIA Authoring Practices
 * (w3.org/WAI/ARIA/apg/patterns/combobox). Arrow keys move, Enter or Tab chooses, Escape closes; clearing the text
 * clears the choice.
 */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { value, onChange, options, onQuery, optionKey, optionLabel, ref, label, disabled } = props;
  const listId = useId();
  const chosenLabel = value === null ? "" : optionLabel(value);
  const chosenKey = value === null ? null : optionKey(value);
  const [text, setText] = useState(chosenLabel);
  const [open, setOpen] = useState(false);
  /** The option that Enter would choose; -1 for none. */
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const typed = text !== chosenLabel;
  /** The typed text has not been searched for yet. */
  const [waiting, setWaiting] = useState(false);
  const outdated = waiting || props.outdated === true;
  const offered =
    outdated && typed ? options?.filter((option) => mayMean(text, optionLabel(option))) : options;
  const shown = offered ?? [];
  /** Enter was pressed before the answer came: the first option is chosen when it does. */
  const takesFirst = useRef(false);
  // Offered once the results of the text are known.
  const action = outdated || offered === undefined || props.failed ? undefined : props.action;
  const count = shown.length + (action ? 1 : 0);
  const at = Math.min(active, count - 1);

  // A choice made from outside, such as a restored draft, is shown in the field.
  const shownKey = useRef(chosenKey);
  useEffect(() => {
    if (shownKey.current === chosenKey) return;
    shownKey.current = chosenKey;
    setText(chosenLabel);
  }, [chosenKey, chosenLabel]);

  const paced = usePaced((query) => {
    setWaiting(false);
    onQuery(query.trim());
  });
  const show = () => {
    if (open || disabled) return;
    setOpen(true);
    setActive(-1);
    // With an option chosen, opening offers the others too.
    paced.now(typed ? text : "");
  };
  /** Shows the chosen option; the caller's `onTaken` runs only for a choice by Enter or a tap. */
  const choose = (option: Option | null, taken = false) => {
    takesFirst.current = false;
    paced.forget();
    setWaiting(false);
    shownKey.current = option === null ? null : optionKey(option);
    setText(option === null ? "" : optionLabel(option));
    setOpen(false);
    onChange(option);
    if (taken) props.onTaken?.();
  };
  const type = (next: string) => {
    takesFirst.current = false;
    setText(next);
    setOpen(next !== "" || !props.closesWhenCleared);
    setActive(0);
    setWaiting(true);
    paced.typed(next);
    if (next === "" && value !== null) {
      shownKey.current = null;
      onChange(null);
    }
  };
  const act = () => {
    setOpen(false);
    action?.run(typed ? text.trim() : "");
  };
  const leave = () => {
    takesFirst.current = false;
    setOpen(false);
    // Text typed without choosing is replaced by the chosen option; with none chosen it stays.
    if (value !== null && text !== "") setText(chosenLabel);
    props.onBlur?.();
  };

  const opensAtOnce = useRef(props.opensAtOnce);
  useEffect(() => {
    if (!opensAtOnce.current) return;
    opensAtOnce.current = false;
    input.current?.focus();
    input.current?.click();
  }, []);

  useEffect(() => {
    if (outdated || !takesFirst.current) return;
    takesFirst.current = false;
    const [first] = shown;
    if (first !== undefined) choose(first, true);
  });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    const option = open ? shown[at] : undefined;
    // Ctrl or ⌘ with Enter continues to save the form.
    const saves = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      takesFirst.current = false;
      if (!open) return show();
      if (event.altKey && event.key === "ArrowUp") return setOpen(false);
      const step = event.key === "ArrowDown" ? 1 : -1;
      const from = at === -1 && step === -1 ? 0 : at;
      if (count > 0) setActive((from + step + count) % count);
    } else if (event.key === "Enter" && open && !saves) {
      event.preventDefault();
      if (option !== undefined) choose(option, true);
      else if (at >= 0) act();
      else takesFirst.current = outdated;
    } else if ((event.key === "Tab" || saves) && typed && text !== "" && option !== undefined) {
      choose(option);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      takesFirst.current = false;
      setOpen(false);
    }
  };

  return (
    <Field label={label} hint={props.hint} error={props.error} required={props.required}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={(element) => {
              input.current = element;
              return passRef(ref, element);
            }}
            type="text"
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && at >= 0 ? `${listId}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={props.placeholder ?? "Search..."}
            disabled={disabled}
            value={text}
            className={`${controlClass(Boolean(props.error))} ${text === "" ? "pr-9" : "pr-18"}`}
            onChange={(event) => type(event.target.value)}
            onClick={() => {
              // The next key replaces the choice, and the first tap shows all others.
              if (!open && value !== null && !typed) input.current?.select();
              show();
            }}
            onKeyDown={onKeyDown}
            onBlur={leave}
          />
          <div className="absolute inset-y-0 right-0 flex items-center pr-1 text-muted">
            {text !== "" && !disabled && (
              <button
                type="button"
                // Not a Tab stop: keyboard users delete the text.
                tabIndex={-1}
                aria-label={`Clear ${label}`}
                title="Clear"
                className="grid size-9 place-items-center rounded-control hover:text-ink"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  choose(null);
                  paced.now("");
                  input.current?.focus();
                }}
              >
                <X size={16} aria-hidden="true" />
              </button>
            )}
            <span className="pointer-events-none grid size-8 place-items-center">
              {props.loading && open ? (
                <Spinner size={16} />
              ) : (
                <ChevronsUpDown size={16} aria-hidden="true" />
              )}
            </span>
          </div>
          <ComboboxList
            {...props}
            options={outdated && shown.length === 0 ? undefined : offered}
            id={listId}
            open={open}
            active={at}
            onHover={setActive}
            onChoose={(option) => choose(option, true)}
            actionLabel={action?.label}
            onAct={act}
          />
        </div>
      )}
    </Field>
  );
}

/** Whether a typed text may mean an option, judging by its label. */
function mayMean(text: string, label: string): boolean {
  return holdsWords(label, searchWords(text));
}
