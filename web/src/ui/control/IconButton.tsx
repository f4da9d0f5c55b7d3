import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { held } from "./held.ts";
import { iconButtonClass } from "./icon-button-class.ts";

type Props = Omit<ComponentProps<"button">, "className" | "children" | "aria-label"> & {
  icon: LucideIcon;
  /** What it does, for screen readers and as the title. */
  label: string;
  danger?: boolean;
};

/** A button that shows only an icon. While `disabled` it keeps the focus. */
export function IconButton({
  icon: Icon,
  label,
  danger = false,
  title,
  type = "button",
  disabled,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      {...(disabled && held)}
      type={type}
      aria-label={label}
      title={title ?? label}
      className={iconButtonClass(danger)}
    >
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}
