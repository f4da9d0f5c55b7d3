import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { controlClass } from "../ui/control-class.ts";

type Props = {
  /** The current search; changes arrive through `onSearch` shortly after typing. */
  value: string;
  onSearch: (text: string) => void;
  label?: string;
  placeholder?: string;
  /** The delay after the last key, in milliseconds. */
  delay?: number;
};

/** A field that searches while typing. Escape, or the cross, clears it. The key "/" focuses it. */
export function SearchBox({
  value,
  onSearch,
  label = "Search",
  placeholder = "Search...",
  delay = 200,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The last value passed to, or by, the list: any other change of `value` came from outside. */
  const known = useRef(value);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);

  const tell = (next: string) => {
    const wanted = next.trim();
    if (wanted === known.current) return;
    known.current = wanted;
    onSearch(wanted);
  };
  const type = (next: string, wait = delay) => {
    setText(next);
    clearTimeout(timer.current);
    if (wait === 0) tell(next);
    else timer.current = setTimeout(() => tell(next), wait);
  };

  return (
    <search className="min-w-0 flex-1">
      <label htmlFor={id} className="mb-1 block text-small font-medium">
        {label}
      </label>
      <div className="relative">
        <Search
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <input
          ref={input}
          id={id}
          type="search"
          data-search
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          className={`${controlClass()} pr-9 pl-9`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") {
              event.preventDefault();
              type(text, 0);
            } else if (event.key === "Escape") {
              if (text === "") input.current?.blur();
              else {
                event.preventDefault();
                type("", 0);
              }
            }
          }}
        />
        {text !== "" && (
          <button
            type="button"
            aria-label="Clear"
            title="Clear search"
            className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-control text-muted hover:text-ink"
            onClick={() => {
              type("", 0);
              input.current?.focus();
            }}
          >
            <X size={16} aria-hidden="true" />
          </button>
        )}
      </div>
    </search>
  );
}
