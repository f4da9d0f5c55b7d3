import { Button } from "../ui/control/Button.tsx";

type Props = {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
};

/** The next older page of a list without page numbers. */
export function ShowOlder({ query }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-4 flex flex-col items-center gap-2 print:hidden">
      {query.isFetchNextPageError && (
        <p role="alert" className="text-danger">
          Older entries could not be loaded. Please try again.
        </p>
      )}
      <Button
        busy={query.isFetchingNextPage}
        busyLabel="Loading..."
        onClick={() => void query.fetchNextPage()}
      >
        Show older
      </Button>
    </div>
  );
}
