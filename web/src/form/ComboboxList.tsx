import { useLayoutEffect, useRef, useState } from "react";
import type { ComboboxProps } from "./combobox-props.ts";

type Props<Option> = ComboboxProps<Option> & {
  id: string;
  open: boolean;
  active: number;
  onHover: (index: number) => void;
  onChoose: (option: Option) => void;
};

/** The height that the list would like, in pixels. */
const wantedHeight = 320;

/** The list of a combobox: below its field, or above where there is more room. */
export function ComboboxList<Option>(props: Props<Option>) {
  const { id, label, open, active, value, options, failed, emptyText, optionKey, optionLabel } = props;
  const render = props.renderOption ?? optionLabel;
  const box = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(false);
  const chosen = value === null ? null : optionKey(value);

  useLayoutEffect(() => {
    const field = box.current?.parentElement?.getBoundingClientRect();
    if (!open || !field) return;
    const below = window.innerHeight - field.bottom;
    setAbove(below < wantedHeight && field.top > below);
  }, [open]);

  useLayoutEffect(() => {
    if (open && active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [open, active, id]);

  const words = failed ?? (options === undefined ? "Searching..." : options.length === 0 ? emptyText : null);
  return (
    <div
      ref={box}
      className={`absolute inset-x-0 z-30 overflow-hidden rounded-control border border-line bg-surface shadow-lift ${
        above ? "bottom-full mb-1" : "top-full mt-1"
      } animate-rise`}
      hidden={!open}
    >
      <p
        role="status"
        className={words === null ? "sr-only" : `px-3 py-2.5 ${failed ? "text-danger" : "text-muted"}`}
      >
        {open ? (words ?? `${options?.length ?? 0} to choose from`) : ""}
      </p>
      <div id={id} role="listbox" aria-label={label} className="max-h-80 overflow-y-auto overscroll-contain">
        {options?.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which keeps the focus
          <div
            key={optionKey(option)}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={optionKey(option) === chosen}
            className={`min-h-11 cursor-pointer px-3 py-2 select-none sm:min-h-9 ${index === active ? "bg-accent-soft" : ""}`}
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => {
              if (index !== active) props.onHover(index);
            }}
            onClick={() => props.onChoose(option)}
          >
            {render(option)}
          </div>
        ))}
      </div>
    </div>
  );
}
