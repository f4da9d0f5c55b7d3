import { Download } from "lucide-react";
import { useState } from "react";
import { useRefusals } from "../api/permissions.ts";
import { useTablet } from "../ui/browser/useMediaQuery.ts";
import { HeadingButton } from "../ui/control/HeadingButton.tsx";
import { refused } from "../ui/control/refused.ts";
import { laterDialog } from "../ui/dialog/later-dialog.tsx";
import type { ExportedList, RowCount } from "./list-files.ts";

const ExportDialog = laterDialog(
  () => import("./ExportDialog.tsx").then((module) => module.ExportDialog),
  (props) => props.onClose,
);

type Props = ExportedList & {
  /** How many rows the list has; undefined while that is not known. */
  total: RowCount | undefined;
  /** Where there is no room for a button. */
  look?: "icon";
};

/** The button that exports a list: it opens the choice of file. */
export function ListExport({ total, look, ...list }: Props) {
  const [open, setOpen] = useState(false);
  const narrow = useTablet();
  const refusal = useRefusals().of("export");
  const opens = refusal
    ? refused(refusal)
    : ({ "aria-haspopup": "dialog", disabled: !total, onClick: () => setOpen(true) } as const);
  return (
    <>
      <HeadingButton icon={Download} label="Export" small={narrow || look === "icon"} {...opens} />
      {open && <ExportDialog list={list} total={total ?? 0} onClose={() => setOpen(false)} />}
    </>
  );
}
