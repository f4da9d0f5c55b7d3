import { laterBeside } from "../../ui/browser/later.tsx";

/** Whose rows a list shows; the list is shown without waiting for their code. Their style is that of every list. */
export const WhoseFilter = laterBeside(
  () => import("./WhoseFilter.tsx").then((module) => module.WhoseFilter),
  () => null,
);
export const MineToggle = laterBeside(
  () => import("./WhoseFilter.tsx").then((module) => module.MineToggle),
  () => null,
);
