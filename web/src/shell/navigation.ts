import type { User } from "@supabase/auth-js";
import {
  Boxes,
  ChartColumn,
  CircleUserRound,
  LayoutDashboard,
  type LucideIcon,
  NotebookPen,
  Pill,
  Stethoscope,
  UsersRound,
} from "lucide-react";
import { paths, type Target } from "../paths.ts";

/** A screen that the sidebar leads to; `key` follows "g". */
export type Destination = { label: string; target: Target; icon: LucideIcon; key: string };

/** The product's main screens, in the order in which the sidebar shows them. */
export const navigation: readonly Destination[] = [
  { label: "Dashboard", target: paths.dashboard(), icon: LayoutDashboard, key: "h" },
  { label: "Doctors", target: paths.doctors(), icon: Stethoscope, key: "d" },
  { label: "Visits", target: paths.visits(), icon: NotebookPen, key: "v" },
  { label: "Products", target: paths.products(), icon: Pill, key: "p" },
  { label: "Sales", target: paths.sales(), icon: ChartColumn, key: "s" },
  { label: "Inventory", target: paths.inventory(), icon: Boxes, key: "i" },
];

const account: Destination = { label: "Account", target: paths.account(), icon: CircleUserRound, key: "a" };
const team: Destination = { label: "Team", target: paths.team(), icon: UsersRound, key: "t" };

/**
 * What is about accounts, one's own and, for administrators, the team's; it stands apart, at the foot of the sidebar.
 * The role is what the stored session says: the server has the last word.
 */
export function accountNavigation(user: Pick<User, "app_metadata"> | null): readonly Destination[] {
  return user?.app_metadata?.role === "admin" ? [account, team] : [account];
}
