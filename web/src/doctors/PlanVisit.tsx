import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { PlanVisitDialog } from "./PlanVisitDialog.tsx";

type Props = {
  doctor: { id: string; name: string };
  /** With a word instead of an icon alone. */
  words?: boolean;
};

/** The button that plans a visit to a doctor. */
export function PlanVisit({ doctor: { id, name }, words = false }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {words ? (
        <Button
          size="small"
          icon={CalendarPlus}
          aria-label={`Plan visit to ${name}`}
          onClick={() => setOpen(true)}
        >
          Plan visit
        </Button>
      ) : (
        <IconButton
          icon={CalendarPlus}
          label={`Plan a visit to ${name}`}
          title="Plan a visit"
          onClick={() => setOpen(true)}
        />
      )}
      {open && <PlanVisitDialog doctor={{ id, name }} onClose={() => setOpen(false)} />}
    </>
  );
}
