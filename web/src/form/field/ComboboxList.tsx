import { Plus } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { activeChoiceClass } from "../../ui/control/active-choice-class.ts";
import type { ComboboxProps } from "./combobox-props.ts";

type Props<Option> = ComboboxProps<Option> & {
  id: string;
  open: boolean;
  active: number;
  onHover: (index: number) => void;
  onChoose: (option: Option) => void;
  /** An alternative to choosing; none if left out. */
  actionLabel: string | undefined;
  onAct: () => void;
};

/** The preferred height of the list, in pixels. */
const wantedHeight = 320;

/** The list of a combobox: below its field, or above if there is more room. */
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
  const row = (index: number, selected: boolean, content: ReactNode, onClick: () => void) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which keeps the focus
    <div
      key={index}
      id={`${id}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={`min-h-11 cursor-pointer px-3 py-2 select-none sm:min-h-9 ${index === active ? activeChoiceClass : ""}`}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={() => {
        if (index !== active) props.onHover(index);
      }}
      onClick={onClick}
    >
      {content}
    </div>
  );
  let index = 0;
  const found = groupsOf(options ?? [], props.optionGroup).map(({ heading, members }) => {
    const rows = members.map((option) =>
      row(index++, optionKey(option) === chosen, render(option), () => props.onChoose(option)),
    );
    if (heading === "") return rows;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of choices
      <div key={heading} role="group" aria-label={heading}>
        <p aria-hidden="true" className="px-3 pt-2.5 pb-1 text-small font-medium text-muted">
          {heading}
        </p>
        {rows}
      </div>
    );
  });
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
        {open ? (words ?? `${options?.length ?? 0} to choose from. ${props.note ?? ""}`) : ""}
      </p>
      <div id={id} role="listbox" aria-label={label} className="max-h-80 overflow-y-auto overscroll-contain">
        {found}
        {props.actionLabel &&
          row(
            index,
            false,
            <span className="flex items-center gap-2 font-medium text-accent">
              <Plus size={16} aria-hidden="true" className="shrink-0" />
              <span className="min-w-0 break-words">{props.actionLabel}</span>
            </span>,
            props.onAct,
          )}
      </div>
      {props.note && words === null && (
        <p aria-hidden="true" className="border-t border-line bg-sunken px-3 py-2 text-small text-muted">
          {props.note}
        </p>
      )}
    </div>
  );
}

/** The options by their headings, in the given order; one group with an empty heading if there are none. */
function groupsOf<Option>(
  options: readonly Option[],
  headingOf: (option: Option) => string = () => "",
): { heading: string; members: Option[] }[] {
  const groups: { heading: string; members: Option[] }[] = [];
  for (const option of options) {
    const heading = headingOf(option);
    const last = groups.at(-1);
    if (last?.heading === heading) last.members.push(option);
    else groups.push({ heading, members: [option] });
  }
  return groups;
}
