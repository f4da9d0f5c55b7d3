import { accountRoutes } from "./account/routes.ts";
import { catchUpRoutes } from "./catch-up/routes.ts";
import { coverageRoutes } from "./coverage/routes.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { doctorRoutes } from "./doctors/routes.ts";
import { glanceRoutes } from "./glance/routes.ts";
import { inventoryRoutes } from "./inventory/routes.ts";
import { productRoutes } from "./products/routes.ts";
import { salesRoutes } from "./sales/routes.ts";
import { stockRoutes } from "./stock/routes.ts";
import { teamRoutes } from "./team/routes.ts";
import { todayRoutes } from "./today/routes.ts";
import { visitRoutes } from "./visits/routes.ts";

/** Every route of the API, by noun. */
export const allRoutes = {
  account: accountRoutes,
  coverage: coverageRoutes,
  catchUp: catchUpRoutes,
  dashboard: dashboardRoutes,
  doctors: doctorRoutes,
  glance: glanceRoutes,
  inventory: inventoryRoutes,
  products: productRoutes,
  sales: salesRoutes,
  stock: stockRoutes,
  team: teamRoutes,
  today: todayRoutes,
  visits: visitRoutes,
};
