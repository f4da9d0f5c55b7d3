import { CloudOff, RotateCw } from "lucide-react";
import { Button } from "../control/Button.tsx";
import { Card } from "../figure/Card.tsx";
import { EmptyState } from "./EmptyState.tsx";

type Props = {
  /** What is not here: "doctor". */
  noun: string;
  onRetry: () => void;
  retrying: boolean;
};

/** In the place of a row that this device does not keep, while there is no connection. It comes by itself with one. */
export function NotHereCard({ noun, onRetry, retrying }: Props) {
  return (
    <Card>
      <EmptyState
        icon={CloudOff}
        title={`This ${noun} is not on this phone.`}
        hint="It needs a connection, and shows as soon as there is one."
        action={
          <Button icon={RotateCw} onClick={onRetry} busy={retrying} busyLabel="Retrying...">
            Retry
          </Button>
        }
      />
    </Card>
  );
}
