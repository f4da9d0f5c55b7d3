import { laterBeside } from "../ui/browser/later.tsx";

/** The export of a list; the list is shown without waiting for its code. */
export const ListExport = laterBeside(
  () => import("./ListExport.tsx").then((module) => module.ListExport),
  () => null,
);
