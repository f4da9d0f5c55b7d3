import { Eye, Pencil, Trash2 } from "lucide-react";
import type { Target } from "../../paths.ts";
import { IconButton } from "../../ui/control/IconButton.tsx";
import { iconButtonClass } from "../../ui/control/icon-button-class.ts";
import { refused } from "../../ui/control/refused.ts";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";

type Props = {
  /** The name of the row, for screen readers: "View Dr. Asha Rao". */
  name: string;
  view?: Target;
  edit?: Target;
  /** Why this row can't be edited: its button then says so instead. */
  uneditable?: string | undefined;
  onDelete?: () => void;
  /** Why this row can't be deleted: its button then says so instead. */
  undeletable?: string | undefined;
  /** What a press on it then does, if it says more than that. */
  onExplain?: (() => void) | undefined;
};

/** The buttons to view, edit and delete one row. */
export function RowActions({ name, view, edit, uneditable, onDelete, undeletable, onExplain }: Props) {
  return (
    <span className="inline-flex items-center justify-end">
      {view && (
        <ScreenLink {...view} aria-label={`View ${name}`} title="View" className={iconButtonClass()}>
          <Eye size={18} aria-hidden="true" />
        </ScreenLink>
      )}
      {edit && uneditable && <IconButton icon={Pencil} label={`Edit ${name}`} {...refused(uneditable)} />}
      {edit && !uneditable && (
        <ScreenLink {...edit} aria-label={`Edit ${name}`} title="Edit" className={iconButtonClass()}>
          <Pencil size={17} aria-hidden="true" />
        </ScreenLink>
      )}
      {onDelete && (
        <IconButton
          icon={Trash2}
          label={`Delete ${name}`}
          {...(undeletable
            ? refused(undeletable, onExplain)
            : { title: "Delete", danger: true, onClick: onDelete })}
        />
      )}
    </span>
  );
}
