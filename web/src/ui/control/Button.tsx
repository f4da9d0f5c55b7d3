import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "../message/Spinner.tsx";
import { type ButtonLook, buttonClass } from "./button-class.ts";
import { held } from "./held.ts";

type ButtonProps = Omit<ComponentProps<"button">, "className"> &
  ButtonLook & {
    icon?: LucideIcon;
    /** Whether the icon follows the text, such as "Next" with an arrow. */
    iconLast?: boolean;
    /** While true it can't be pressed, and says `busyLabel` if there is one. */
    busy?: boolean;
    busyLabel?: string;
    children: ReactNode;
  };

/** The product's button. It does not submit a form unless `type="submit"`. While `disabled` or `busy` it keeps the focus. */
export function Button({
  variant,
  size,
  wide,
  wraps,
  icon: Icon,
  iconLast = false,
  busy = false,
  busyLabel,
  disabled,
  children,
  type = "button",
  ...rest
}: ButtonProps) {
  const sign = Icon && <Icon size={16} aria-hidden="true" className="shrink-0" />;
  return (
    <button
      {...rest}
      {...((disabled || busy) && held)}
      type={type}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, size, wide, wraps })}
    >
      {busy ? <Spinner size={16} /> : !iconLast && sign}
      <span>{busy ? (busyLabel ?? children) : children}</span>
      {!busy && iconLast && sign}
    </button>
  );
}
