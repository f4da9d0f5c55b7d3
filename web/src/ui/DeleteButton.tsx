import { Trash2 } from "lucide-react";
import { Button } from "./Button.tsx";

type Props = { onClick: () => void; label?: string; busy?: boolean; busyLabel?: string; disabled?: boolean };

/** The button that begins a deletion; what it opens asks first. */
export function DeleteButton({
  onClick,
  label = "Delete",
  busy,
  busyLabel = "Deleting...",
  disabled,
}: Props) {
  return (
    <Button
      variant="danger-quiet"
      icon={Trash2}
      onClick={onClick}
      busy={busy}
      busyLabel={busyLabel}
      disabled={disabled}
    >
      {label}
    </Button>
  );
}
