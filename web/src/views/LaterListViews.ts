import { laterBeside } from "../ui/browser/later.tsx";

/** The saved views of a list and its columns; the list is shown without waiting for their code. */
export const ListViews = laterBeside(
  () => import("./ListViews.tsx").then((module) => module.ListViews),
  () => null,
);
