import { RotateCw } from "lucide-react";
import { useId } from "react";
import { Button } from "../ui/control/Button.tsx";
import { Card } from "../ui/figure/Card.tsx";
import { ErrorBanner } from "../ui/message/ErrorBanner.tsx";

type Props = {
  title: string;
  /** How far it is: "Checking rows: 500 of 2,000". */
  words: string;
  done: number;
  of: number;
  /** Why it stopped; it goes on where it ended. */
  problem?: string | undefined;
  onRetry: () => void;
  /** A further button: to go back, or to stop. */
  back?: { label: string; run: () => void };
};

/** How far a step of an import is, or why it stopped. */
export function StepProgress({ title, words, done, of, problem, onRetry, back }: Props) {
  const id = useId();
  return (
    <Card title={title}>
      <div className="flex flex-col gap-3">
        <p id={id} className="text-muted" aria-live="polite">
          {words}
        </p>
        <progress aria-labelledby={id} value={done} max={Math.max(of, 1)} className="h-2 w-full" />
        {problem && <ErrorBanner message={`${problem} Nothing is lost: Retry goes on where it stopped.`} />}
        <div className="flex flex-wrap gap-2">
          {problem && (
            <Button variant="primary" icon={RotateCw} onClick={onRetry}>
              Retry
            </Button>
          )}
          {back && <Button onClick={back.run}>{back.label}</Button>}
        </div>
      </div>
    </Card>
  );
}
