import { later } from "../ui/browser/later.tsx";

/** The export of a list; the list is shown without waiting for its code. */
export const ListExport = later(
  () => import("./ListExport.tsx").then((module) => module.ListExport),
  () => null,
  // Its style is: the same buttons are in every list.
  async () => {},
);
