import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { isComposing } from "../../ui/browser/is-composing.ts";
import { controlClass } from "../../ui/control/control-class.ts";
import { usePaced } from "../../ui/control/usePaced.ts";

type Props = {
  /** The current search; changes arrive through `onSearch` while typing, a few each second. */
  value: string;
  onSearch: (text: string) => void;
  label?: string;
  placeholder?: string | undefined;
};

/** A field that searches while typing. Escape, or the cross, clears it. The key "/" focuses it. */
export function SearchBox({ value, onSearch, label = "Search", placeholder = "Search..." }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  /** The last value passed to, or by, the list: any other change of `value` came from outside. */
  const known = useRef(value);

  const paced = usePaced((next) => {
    const wanted = next.trim();
    if (wanted === known.current) return;
    known.current = wanted;
    onSearch(wanted);
  });
  const { forget } = paced;
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    forget();
    setText(value);
  }, [value, forget]);

  const type = (next: string, pass = paced.typed) => {
    setText(next);
    pass(next);
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
            if (isComposing(event.nativeEvent)) return;
            if (event.key === "Enter") {
              event.preventDefault();
              type(text, paced.now);
            } else if (event.key === "Escape") {
              if (text === "") input.current?.blur();
              else {
                event.preventDefault();
                type("", paced.now);
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
              type("", paced.now);
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
