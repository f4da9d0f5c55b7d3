import type { DeleteDialog } from "./DeleteDialog.tsx";
import { laterDialog } from "./later-dialog.tsx";

/** A DeleteDialog for the first screen. */
export const LazyDeleteDialog = laterDialog(
  () => import("./DeleteDialog.tsx").then((module) => module.DeleteDialog),
  (props) => props.onClose,
  // A component made by a function has no type parameters.
) as unknown as typeof DeleteDialog;
