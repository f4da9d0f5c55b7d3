import { addDays, type Day, formatDay, isDay } from "@rounds/domain/calendar/calendar.ts";
import { type MissingYear, nearerDay, parseDay } from "@rounds/domain/calendar/parse-day.ts";
import { CalendarDays } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useRef, useState } from "react";
import { today } from "../../api/clock.ts";
import { isComposing } from "../browser/is-composing.ts";
import { controlClass } from "./control-class.ts";

type Props = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "className" | "min" | "max"> & {
  /** A day, or typed text that is not a day. */
  value: string;
  /** Receives a day as soon as it is complete, otherwise the typed text; an empty text if there is none. */
  onDay: (value: string) => void;
  /** The first and the last day that the calendar and the arrow keys offer. */
  min?: Day | undefined;
  max?: Day | undefined;
  /** What a day without a year means here. */
  missingYear?: MissingYear;
  /** Receives the day that may be meant instead, if the year of a typed one was guessed, otherwise null. */
  onNearer?: (nearer: Day | null) => void;
  /** Whether it is refused; `aria-describedby` says why. */
  wrong?: boolean;
};

/**
 * A field for a day, one Tab stop: a text in the product's format ("Nov 22, 2026"), whatever the browser's language
 * is, which accepts what people type. The browser's own calendar opens from its end, or with Alt and the down arrow;
 * the arrow keys move by a day, Page Up and Page Down by four weeks. (The browser's date field is a Tab stop for each
 * of its parts, in the order of the browser's language.)
 */
export function DayInput(props: Props) {
  const {
    value,
    onDay,
    min,
    max,
    missingYear = "near",
    onNearer,
    wrong = false,
    onBlur,
    onKeyDown,
    ...input
  } = props;
  /** The typed text, until the field is left: a list's day comes back with a delay. */
  const [typed, setTyped] = useState<string | null>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const shown = typed ?? (isDay(value) ? formatDay(value) : value);

  const type = (text: string) => {
    setTyped(text);
    const read = parseDay(text, today(), missingYear);
    onDay(read?.complete ? read.day : text.trim());
  };
  /** Accepts typed text as far as it is a day: "22/11" gets its year. */
  const settle = () => {
    const read = typed === null ? null : parseDay(typed, today(), missingYear);
    if (read && read.day !== value) onDay(read.day);
    if (typed !== null) onNearer?.(nearerDay(typed, today(), missingYear));
    setTyped(null);
  };
  const go = (step: number) => {
    const from = parseDay(shown, today(), missingYear)?.day ?? today();
    const next = shown.trim() === "" ? from : addDays(from, step);
    // From beyond a limit the keys lead back.
    const leadsOut = step > 0 ? max && next > max : min && next < min;
    if (!isDay(next) || leadsOut) return;
    setTyped(formatDay(next));
    onDay(next);
  };
  const openCalendar = () => {
    try {
      calendar.current?.showPicker();
    } catch {
      // This browser opens it only by a tap; the field accepts typed text.
    }
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (isComposing(event.nativeEvent)) return;
    const step = steps[event.key];
    if (event.key === "Enter") settle();
    if (step === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!event.altKey) go(step);
    else if (event.key === "ArrowDown") openCalendar();
  };

  return (
    <div className="relative">
      <input
        autoComplete="off"
        placeholder="mmm dd, yyyy"
        title="Type a day such as 22/11/2026. The arrow keys go on by a day; Alt and the down arrow open the calendar."
        {...input}
        aria-invalid={wrong || undefined}
        type="text"
        inputMode="numeric"
        spellCheck={false}
        // Browsers ignore them on a text field, but they document the limits in the page.
        {...{ min, max }}
        value={shown}
        className={`${controlClass(wrong)} pr-8 placeholder:tracking-tight`}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.currentTarget.select()}
        onClick={(event) => {
          // The next key replaces the day.
          if (typed === null) event.currentTarget.select();
        }}
        onKeyDown={press}
        onBlur={(event) => {
          settle();
          onBlur?.(event);
        }}
      />
      <CalendarDays
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
      <input
        ref={calendar}
        type="date"
        aria-label="Calendar"
        title="Choose from the calendar"
        tabIndex={-1}
        disabled={input.disabled}
        value={isDay(value) ? value : ""}
        min={min}
        max={max}
        className="absolute inset-y-0 right-0 w-11 cursor-pointer opacity-0 [&::-webkit-calendar-picker-indicator]:hidden"
        onChange={(event) => {
          setTyped(null);
          onDay(event.target.value);
        }}
        onMouseDown={(event) => {
          // The focus stays in the text. A finger's tap opens the calendar by itself, but only if it can get the focus.
          if (window.matchMedia("(hover: hover)").matches) event.preventDefault();
        }}
        onClick={() => {
          if (window.matchMedia("(hover: hover)").matches) openCalendar();
        }}
      />
    </div>
  );
}

const steps: Record<string, number | undefined> = { ArrowUp: 1, ArrowDown: -1, PageUp: 28, PageDown: -28 };
