import type { ComponentProps } from "react";
import { Button } from "./Button.tsx";
import { IconButton } from "./IconButton.tsx";

type Props = Omit<ComponentProps<typeof IconButton>, "danger"> & {
  /** Whether there is only room for the icon. */
  small: boolean;
  /** While true it can't be pressed, and says `busyLabel`. */
  busy?: boolean;
  busyLabel?: string;
  /** More classes of the icon's frame. */
  frame?: string;
};

/** A button of a heading; where there is little room it is an icon, so small that the heading has its line. */
export function HeadingButton({
  small,
  frame = "",
  label,
  busy = false,
  busyLabel = label,
  ...button
}: Props) {
  return small ? (
    <span className={`-mx-2 ${frame}`}>
      <IconButton {...button} label={busy ? busyLabel : label} disabled={button.disabled || busy} />
    </span>
  ) : (
    <Button {...button} busy={busy} busyLabel={busyLabel}>
      {label}
    </Button>
  );
}
