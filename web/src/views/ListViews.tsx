import type { ViewListName } from "@rounds/domain/views/lists.ts";
import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { ListExport } from "../exports/ListExport.tsx";
import { useNavigate } from "../router/RouterProvider.tsx";
import { usePhone } from "../ui/browser/useMediaQuery.ts";
import { Button } from "../ui/control/Button.tsx";
import { HeadingButton } from "../ui/control/HeadingButton.tsx";
import { laterDialog } from "../ui/dialog/later-dialog.tsx";
import { openedView, rememberView, showOnly, useColumns } from "./chosen.ts";
import { viewsQuery } from "./queries.ts";
import { currentView, filtersOf } from "./view-state.ts";

const ViewsDialog = laterDialog(
  () => import("./ViewsDialog.tsx").then((module) => module.ViewsDialog),
  (props) => props.onClose,
);

type Props = {
  list: ViewListName;
  /** The search parameters of the list's address. */
  search: Readonly<Record<string, unknown>>;
  /** The list as it is exported, beside its views: both are loaded after the list. */
  exported?: ComponentProps<typeof ListExport>;
};

/** The button with the name of the view that a list shows; it opens all views, and the choice of columns. */
export function ListViews({ list, search, exported }: Props) {
  const [open, setOpen] = useState(false);
  const phone = usePhone();
  const navigate = useNavigate();
  const columns = useColumns(list);
  const { data } = useQuery(viewsQuery);
  useEffect(() => (columns ? showOnly(list, columns) : undefined), [list, columns]);
  const state = { filters: filtersOf(list, search), columns };
  const views = (data?.rows ?? []).filter((view) => view.list === list);
  const current = currentView(views, state, openedView(list));
  return (
    // Without a gap on phones: the title has just enough room.
    <span className="flex flex-wrap items-center gap-2 max-sm:gap-0">
      {phone && !current ? (
        <HeadingButton
          small
          icon={Bookmark}
          label="Views"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
      ) : (
        <Button icon={Bookmark} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <span className="block max-w-40 truncate max-sm:max-w-16">
            {current?.view.name ?? "Views"}
            {current?.changed && <span className="text-muted"> (changed)</span>}
          </span>
        </Button>
      )}
      {exported && <ListExport {...exported} />}
      {open && (
        <ViewsDialog
          list={list}
          views={views}
          state={state}
          current={current}
          onOpen={(view) => {
            rememberView(list, view);
            setOpen(false);
            void navigate({ to: ".", search: view?.filters ?? {} });
          }}
          onSaved={(view) => rememberView(list, view)}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
}
