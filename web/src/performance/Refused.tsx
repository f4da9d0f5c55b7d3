import { Lock } from "lucide-react";
import { asApiError } from "../api/api-error.ts";
import { Card } from "../ui/figure/Card.tsx";
import { EmptyState } from "../ui/message/EmptyState.tsx";

/** Why the server does not show figures to the reader, if that is why they can't be read. */
export function refusalOf(error: unknown): string | undefined {
  if (!error) return undefined;
  const { code, message } = asApiError(error);
  return code === "not_permitted" ? message : undefined;
}

/** Stands in the place of figures that the reader may not see. */
export function Refused({ reason }: { reason: string }) {
  return (
    <Card>
      <EmptyState icon={Lock} title="You may not see these figures." hint={reason} />
    </Card>
  );
}
