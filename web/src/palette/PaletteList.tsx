import { activeChoiceClass } from "../ui/control/active-choice-class.ts";
import { byGroup, type PaletteItem } from "./palette-items.ts";

type Props = {
  id: string;
  items: readonly PaletteItem[];
  /** The place of the item that Enter chooses; -1 for none. */
  active: number;
  onPoint: (item: PaletteItem) => void;
  onTake: (item: PaletteItem) => void;
};

/** The choices of the palette under their headings. The keys go to its field, which keeps the focus. */
export function PaletteList({ id, items, active, onPoint, onTake }: Props) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Choices"
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      {byGroup(items).map(({ group, members }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of choices
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden="true" className="px-4 pt-3 pb-1 text-small font-medium text-muted">
            {group}
          </p>
          {members.map((item) => {
            const index = items.indexOf(item);
            const { icon: Icon, label, detail, more, keys, refusal } = item;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which keeps the focus
              <div
                key={item.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                aria-disabled={refusal !== undefined || undefined}
                className={`mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 select-none sm:min-h-10 touch:min-h-11 ${index === active ? `text-accent-strong ${activeChoiceClass}` : ""}`}
                onMouseDown={(event) => event.preventDefault()}
                onPointerMove={() => index !== active && onPoint(item)}
                onClick={() => onTake(item)}
              >
                <Icon size={18} aria-hidden="true" className="shrink-0 text-muted" />
                <span className="min-w-0 flex-1">
                  <span className={`block break-words ${refusal ? "text-muted" : ""}`}>{label}</span>
                  {refusal && <span className="block text-small text-muted">{refusal}</span>}
                  {detail && <span className="block truncate text-small text-muted">{detail}</span>}
                  {more && <span className="block text-small text-muted">{more}</span>}
                </span>
                {keys && (
                  <span
                    aria-hidden="true"
                    className="flex shrink-0 gap-1 text-small text-muted max-lg:hidden"
                  >
                    {keys.map((key) => (
                      <kbd
                        key={key}
                        className="min-w-6 rounded border border-line px-1.5 text-center font-sans"
                      >
                        {key}
                      </kbd>
                    ))}
                  </span>
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
