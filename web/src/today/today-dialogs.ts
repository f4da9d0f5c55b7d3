import { laterDialog } from "../ui/dialog/later-dialog.tsx";

/** The code of the dialogs comes after the screen's own. */
export const LaterSkipDialog = laterDialog(
  () => import("./SkipDialog.tsx").then((module) => module.SkipDialog),
  (props) => props.onClose,
);

export const LaterMoveDialog = laterDialog(
  () => import("./MoveDialog.tsx").then((module) => module.MoveDialog),
  (props) => props.onClose,
);
