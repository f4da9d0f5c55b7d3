import {
  Boxes,
  ChartColumn,
  LayoutDashboard,
  type LucideIcon,
  NotebookPen,
  Pill,
  Stethoscope,
} from "lucide-react";
import { paths, type Target } from "../paths.ts";

/** The product's main screens, in the order in which the sidebar shows them; `key` follows "g". */
export const navigation: readonly { label: string; target: Target; icon: LucideIcon; key: string }[] = [
  { label: "Dashboard", target: paths.dashboard(), icon: LayoutDashboard, key: "h" },
  { label: "Doctors", target: paths.doctors(), icon: Stethoscope, key: "d" },
  { label: "Visits", target: paths.visits(), icon: NotebookPen, key: "v" },
  { label: "Products", target: paths.products(), icon: Pill, key: "p" },
  { label: "Sales", target: paths.sales(), icon: ChartColumn, key: "s" },
  { label: "Inventory", target: paths.inventory(), icon: Boxes, key: "i" },
];
