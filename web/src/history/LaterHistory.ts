import { later } from "../ui/browser/later.tsx";

/** The history of a record, whose screen is shown without waiting for its code. */
export const HistoryCard = later(
  () => import("./HistoryCard.tsx").then((module) => module.HistoryCard),
  () => null,
);

/** Who deleted a record, in the place of its screen. */
export const DeletedRecord = later(
  () => import("./DeletedRecord.tsx").then((module) => module.DeletedRecord),
  () => null,
);
