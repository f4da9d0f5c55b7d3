import { later } from "../ui/browser/later.tsx";

/** The saved views of a list and its columns; the list is shown without waiting for their code. */
export const ListViews = later(
  () => import("./ListViews.tsx").then((module) => module.ListViews),
  () => null,
  // Its style is: the same buttons are in every list.
  async () => {},
);
