import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode, useState } from "react";
import { isMissing } from "../api/api-error.ts";
import { isNotHere } from "../api/phone/not-here.ts";
import type { Target } from "../paths.ts";
import { NotHereCard } from "../ui/message/NotHereCard.tsx";
import { BackHeader } from "../ui/navigation/BackHeader.tsx";
import { useReturnOnFailure } from "../ui/navigation/useReturnOnFailure.ts";

type Props<Row, Key extends QueryKey> = {
  /** What is edited, in the words of the screen: "Doctor". */
  noun: "Doctor" | "Product" | "Visit";
  /** Reads the row. */
  query: UseQueryOptions<Row, Error, Row, Key>;
  /** The toast when it can't be read; the screen then goes back to `back`. */
  errorText: string;
  back: Target;
  /** After how many milliseconds it goes back. */
  backAfter?: number;
  /** In the form's place while the row is on its way, or once it could not be read. */
  skeleton: (failed: boolean) => ReactNode;
  /** In the form's place when there is no such row, for a screen that then stays. */
  missing?: ReactNode;
  /** The form. `deleted`: somebody else deleted the row since, so that saving is in vain; what is typed stays. */
  children: (row: Row, deleted: boolean) => ReactNode;
};

/** A screen that edits a row. An edit starts with the newest version, not with one that was loaded some time ago. */
export function EditPage<Row extends { id: string }, Key extends QueryKey>({
  noun,
  query,
  errorText,
  back,
  backAfter,
  skeleton,
  missing,
  children,
}: Props<Row, Key>) {
  const { data, error, isFetchedAfterMount, isFetching, refetch } = useQuery({
    ...query,
    refetchOnMount: "always",
  });
  const [begun, setBegun] = useState<string>();
  const isGone = isMissing(error);
  const isBegun = data !== undefined && begun === data.id;
  const showsMissing = missing !== undefined && isGone && !isBegun;
  const begins = data !== undefined && isFetchedAfterMount && !showsMissing;
  if (begins && !isBegun) setBegun(data.id);
  useReturnOnFailure(data || showsMissing ? null : error, errorText, back, backAfter);
  if (showsMissing) return missing;
  if (!begins && isNotHere(error)) {
    return (
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
        <BackHeader title={`Edit ${noun}`} back={back} backLabel="Back" />
        <NotHereCard noun={noun.toLowerCase()} onRetry={() => void refetch()} retrying={isFetching} />
      </div>
    );
  }
  if (!begins) return skeleton(error !== null);
  return <Fragment key={data.id}>{children(data, isGone)}</Fragment>;
}
