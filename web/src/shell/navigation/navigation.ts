import type { User } from "@supabase/auth-js";
import {
  Boxes,
  ChartColumn,
  ChartNoAxesCombined,
  CircleUserRound,
  Database,
  Footprints,
  LayoutDashboard,
  type LucideIcon,
  NotebookPen,
  Pill,
  Stethoscope,
  Target as TargetIcon,
  UsersRound,
} from "lucide-react";
import { paths, type Target } from "../../paths.ts";

/** A screen in the sidebar; `key` follows "g". */
export type Destination = { label: string; target: Target; icon: LucideIcon; key: string };

/** The product's main screens, in the sidebar's order. */
export const navigation: readonly Destination[] = [
  { label: "Today", target: paths.today(), icon: Footprints, key: "t" },
  { label: "Dashboard", target: paths.dashboard(), icon: LayoutDashboard, key: "h" },
  { label: "Doctors", target: paths.doctors(), icon: Stethoscope, key: "d" },
  { label: "Visits", target: paths.visits(), icon: NotebookPen, key: "v" },
  { label: "Products", target: paths.products(), icon: Pill, key: "p" },
  { label: "Sales", target: paths.sales(), icon: ChartColumn, key: "s" },
  { label: "Inventory", target: paths.inventory(), icon: Boxes, key: "i" },
  { label: "Coverage", target: paths.coverage(), icon: TargetIcon, key: "c" },
];

/** For teams: who works alone has nobody to compare. */
export const performance: Destination = {
  label: "Performance",
  target: paths.performance(),
  icon: ChartNoAxesCombined,
  key: "r",
};

const account: Destination = { label: "Account", target: paths.account(), icon: CircleUserRound, key: "a" };
const data: Destination = { label: "Data", target: paths.data(), icon: Database, key: "x" };
const team: Destination = { label: "Team", target: paths.team(), icon: UsersRound, key: "m" };

/**
 * The screens about accounts, one's own and, for administrators, the team, and about all data; separate, at the foot of
 * the sidebar. The role comes from the stored session; the server has the last word.
 */
export function accountNavigation(user: Pick<User, "app_metadata"> | null): readonly Destination[] {
  return user?.app_metadata?.role === "admin" ? [data, account, team] : [data, account];
}
