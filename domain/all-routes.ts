import { accountRoutes } from "./account/routes.ts";
import { archiveRoutes } from "./archive/routes.ts";
import { bulkEditRoutes } from "./bulk-edits/routes.ts";
import { catchUpRoutes } from "./catch-up/routes.ts";
import { coverageRoutes } from "./coverage/routes.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { doctorRoutes } from "./doctors/routes.ts";
import { glanceRoutes } from "./glance/routes.ts";
import { historyRoutes } from "./history/routes.ts";
import { importRoutes } from "./imports/routes.ts";
import { inventoryRoutes } from "./inventory/routes.ts";
import { performanceRoutes } from "./performance/routes.ts";
import { productRoutes } from "./products/routes.ts";
import { salesRoutes } from "./sales/routes.ts";
import { stockRoutes } from "./stock/routes.ts";
import { syncRoutes } from "./sync/routes.ts";
import { teamRoutes } from "./team/routes.ts";
import { todayRoutes } from "./today/routes.ts";
import { viewRoutes } from "./views/routes.ts";
import { visitRoutes } from "./visits/routes.ts";

/** Every route of the API, by noun. */
export const allRoutes = {
  account: accountRoutes,
  archive: archiveRoutes,
  bulkEdits: bulkEditRoutes,
  coverage: coverageRoutes,
  performance: performanceRoutes,
  catchUp: catchUpRoutes,
  dashboard: dashboardRoutes,
  doctors: doctorRoutes,
  glance: glanceRoutes,
  history: historyRoutes,
  imports: importRoutes,
  inventory: inventoryRoutes,
  products: productRoutes,
  sales: salesRoutes,
  stock: stockRoutes,
  sync: syncRoutes,
  team: teamRoutes,
  today: todayRoutes,
  views: viewRoutes,
  visits: visitRoutes,
};
