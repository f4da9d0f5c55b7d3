import type { ViewListName } from "@rounds/domain/views/lists.ts";
import type { View } from "@rounds/domain/views/view.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { asApiError } from "../api/api-error.ts";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { useRowFocus } from "../table/rows/useRowFocus.ts";
import { ConfirmDialog } from "../ui/dialog/ConfirmDialog.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { ErrorBanner } from "../ui/message/ErrorBanner.tsx";
import { RetryPanel } from "../ui/message/RetryPanel.tsx";
import { toast } from "../ui/message/toast.ts";
import { ColumnChoice } from "./ColumnChoice.tsx";
import { deleteView, orderViews, viewsQuery } from "./queries.ts";
import { SaveView } from "./SaveView.tsx";
import { undoOfDeletedView } from "./undo-view.ts";
import { OpenRow, ViewRow } from "./ViewRow.tsx";
import { isSame, type ListState, plain } from "./view-state.ts";
import { listWords, viewWords } from "./view-words.ts";

type Props = {
  list: ViewListName;
  views: readonly View[];
  /** The list as it is shown now. */
  state: ListState;
  current: { view: View; changed: boolean } | undefined;
  /** Opens a view, or none. */
  onOpen: (view: View | null) => void;
  /** A view was saved as the list is shown. */
  onSaved: (view: View) => void;
  onClose: () => void;
};

/** The views of a list: to open, save, rename, order and delete them; and which columns its table shows. */
export function ViewsDialog({ list, views, state, current, onOpen, onSaved, onClose }: Props) {
  const { user } = useAuth();
  const isAdmin = user?.app_metadata?.role === "admin";
  const read = useQuery(viewsQuery);
  const [deleting, setDeleting] = useState<View>();
  const [error, setError] = useState<string>();
  const lists = useRef<HTMLDivElement>(null);
  useRowFocus(lists);
  const attempt = async (work: () => Promise<unknown>) => {
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      setError(asApiError(thrown).message);
    }
  };
  const rowsOf = (rows: readonly View[], editable: boolean) =>
    rows.map((view, at) => (
      <ViewRow
        key={view.id}
        view={view}
        isCurrent={current?.view.id === view.id && !current.changed}
        onOpen={() => onOpen(view)}
        editable={editable}
        onUp={at === 0 ? undefined : () => attempt(() => orderViews(movedUp(rows, at)))}
        onDelete={() => setDeleting(view)}
      />
    ));
  const own = views.filter(({ shared }) => !shared);
  const shared = views.filter((view) => view.shared);
  return (
    <Dialog
      title="Views"
      description={`Filters and columns of ${listWords[list]}`}
      size="medium"
      onClose={onClose}
    >
      <div ref={lists} className="flex flex-col gap-5">
        <ErrorBanner message={error} />
        {read.error && !read.data && (
          <RetryPanel
            message="Your views could not be loaded. Please check your connection."
            onRetry={() => void read.refetch()}
            retrying={read.isFetching}
          />
        )}
        <ul aria-label="Views" className="-mx-2">
          <li data-row>
            <OpenRow
              name={`All ${listWords[list]}`}
              words={viewWords({ list, ...plain })}
              isCurrent={isSame(state, plain)}
              onOpen={() => onOpen(null)}
            />
          </li>
          {rowsOf(own, true)}
        </ul>
        {shared.length > 0 && (
          <section aria-labelledby="shared-views">
            <h3 id="shared-views" className="text-small font-medium text-muted">
              For everybody
            </h3>
            <ul aria-labelledby="shared-views" className="-mx-2">
              {rowsOf(shared, isAdmin)}
            </ul>
          </section>
        )}
        <SaveView list={list} state={state} current={current} isAdmin={isAdmin} onSaved={onSaved} />
        <ColumnChoice list={list} columns={state.columns} />
      </div>
      {deleting && (
        <ConfirmDialog
          title="Delete view"
          question={`Are you sure you want to delete the view “${deleting.name}”?`}
          details={
            deleting.shared ? "It is deleted for everybody. No data is deleted." : "No data is deleted."
          }
          onConfirm={() => {
            setDeleting(undefined);
            void attempt(async () => {
              await deleteView(deleting);
              toast.success("View deleted", undoOfDeletedView(deleting));
            });
          }}
          onCancel={() => setDeleting(undefined)}
        />
      )}
    </Dialog>
  );
}

/** The ids in their order, with one before the one above it. */
function movedUp(rows: readonly View[], at: number): string[] {
  const ids = rows.map(({ id }) => id);
  ids.splice(at - 1, 0, ...ids.splice(at, 1));
  return ids;
}
