import { Plus } from "lucide-react";
import { Button } from "../../ui/control/Button.tsx";
import { refused } from "../../ui/control/refused.ts";

type Props = { text: string; label: string; onBegin: () => void; refusal?: string | undefined };

/** Says under a field that there is nothing to choose from yet, and where to start, or why that may not be done (`refusal`). */
export function BeginHint({ text, label, onBegin, refusal }: Props) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {text}
      <Button size="small" variant="quiet" icon={Plus} onClick={onBegin} {...refused(refusal)}>
        {label}
      </Button>
    </span>
  );
}
