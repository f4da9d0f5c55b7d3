import { laterDialog } from "../ui/later-dialog.tsx";

/** Giving somebody's doctors away; its code is loaded when it is opened. */
export const GiveDoctorsDialog = laterDialog(
  () => import("./GiveDoctorsDialog.tsx").then((module) => module.GiveDoctorsDialog),
  (props) => props.onClose,
);
