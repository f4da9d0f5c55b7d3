import {
  Archive,
  ArchiveRestore,
  CalendarClock,
  FileUp,
  History,
  type LucideIcon,
  PackagePlus,
  UsersRound,
} from "lucide-react";
import { paths, type Target } from "../paths.ts";

/** A screen that is reached from the Data screen. */
export type DataEntry = {
  title: string;
  /** What one does there, in one or two sentences. */
  words: string;
  target: Target;
  icon: LucideIcon;
  /** Only administrators may use it. */
  admin?: boolean;
};

/** What the Data screen leads to, in its order. */
export const dataEntries: readonly DataEntry[] = [
  {
    title: "Import doctors",
    words: "Bring a list from Excel, CSV or pasted cells, look at it first, and undo it if needed.",
    target: paths.imports(),
    icon: FileUp,
  },
  {
    title: "Import products",
    words: "Bring a price list with the stock you have now, look at it first, and undo it if needed.",
    target: paths.imports({ of: "products" }),
    icon: PackagePlus,
  },
  {
    title: "Import past visits",
    words:
      "Bring visits with their sales along from another system. The stock stays as it is unless you ask.",
    target: paths.imports({ of: "visits" }),
    icon: CalendarClock,
  },
  {
    title: "Likely duplicates",
    words: "Doctors who were probably entered twice, and what they have in common.",
    target: paths.likelyDuplicates(),
    icon: UsersRound,
  },
  {
    title: "Recently deleted",
    words: "Doctors, products and visits that were deleted, and can come back.",
    target: paths.deleted(),
    icon: ArchiveRestore,
  },
  {
    title: "All changes",
    words: "Who changed what and when, of every record and setting.",
    target: paths.teamChanges(),
    icon: History,
    admin: true,
  },
  {
    title: "Archive",
    words: "Export everything as one file, or bring such a file into an empty Rounds.",
    target: paths.archive(),
    icon: Archive,
    admin: true,
  },
];
