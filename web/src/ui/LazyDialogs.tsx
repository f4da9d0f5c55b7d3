import type { ComponentProps } from "react";
import type { ConfirmDialog } from "./ConfirmDialog.tsx";
import type { DeleteDialog } from "./DeleteDialog.tsx";
import { laterDialog } from "./later-dialog.tsx";

/** A ConfirmDialog for the first screen: its code is loaded after it, or when the dialog opens. */
export const LazyConfirmDialog = laterDialog<ComponentProps<typeof ConfirmDialog>>(
  () => import("./ConfirmDialog.tsx").then((module) => module.ConfirmDialog),
  (props) => props.onCancel,
);

/** A DeleteDialog for the first screen. */
export const LazyDeleteDialog = laterDialog(
  () => import("./DeleteDialog.tsx").then((module) => module.DeleteDialog),
  (props) => props.onClose,
  // A component made by a function has no type parameters.
) as unknown as typeof DeleteDialog;
