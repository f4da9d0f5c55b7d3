import { Plus } from "lucide-react";
import { Button } from "../ui/Button.tsx";

type Props = { text: string; label: string; onBegin: () => void };

/** Says under a field that there is nothing to choose from yet, and where to start. */
export function BeginHint({ text, label, onBegin }: Props) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {text}
      <Button size="small" variant="quiet" icon={Plus} onClick={onBegin}>
        {label}
      </Button>
    </span>
  );
}
