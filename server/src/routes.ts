import { accountRoutes } from "@rounds/domain/account/routes.ts";
import { catchUpRoutes } from "@rounds/domain/catch-up/routes.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { inventoryRoutes } from "@rounds/domain/inventory/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { exporting, reading, writing } from "@rounds/http/limit.ts";
import { account } from "./account/routes.ts";
import type { Serve } from "./api/endpoint.ts";
import type { Guard } from "./api/guard.ts";
import { catchUp } from "./catch-up/routes.ts";
import { coverage } from "./coverage/routes.ts";
import { dashboard } from "./dashboard/routes.ts";
import { doctors } from "./doctors/routes.ts";
import { glance } from "./glance/routes.ts";
import { inventory } from "./inventory/routes.ts";
import { products } from "./products/routes.ts";
import { sales } from "./sales/routes.ts";
import { stock } from "./stock/routes.ts";
import { team } from "./team/routes.ts";
import { today } from "./today/routes.ts";
import { visits } from "./visits/routes.ts";

/** Every path of the product: the route, who may use it, how often, and the handler. */
export function serveRoutes(serve: Serve, guards: { member: Guard; admin: Guard }) {
  const { member, admin } = guards;

  serve(accountRoutes.read, member, reading, account.read);
  serve(accountRoutes.cancelEmailChange, member, writing, account.cancelEmailChange);
  serve(accountRoutes.makeRecoveryCodes, member, writing, account.makeRecoveryCodes);
  serve(accountRoutes.sessions, member, reading, account.sessions);
  serve(accountRoutes.endSession, member, writing, account.endSession);

  serve(coverageRoutes.month, member, reading, coverage.month);
  serve(coverageRoutes.exportMonth, member, exporting, coverage.exportMonth);
  serve(coverageRoutes.doctors, member, reading, coverage.doctors);
  serve(coverageRoutes.exportDoctors, member, exporting, coverage.exportDoctors);
  serve(coverageRoutes.representatives, member, reading, coverage.representatives);
  serve(coverageRoutes.settings, admin, reading, coverage.settings);
  serve(coverageRoutes.saveNorms, admin, writing, coverage.saveNorms);
  serve(coverageRoutes.saveHolidays, admin, writing, coverage.saveHolidays);
  serve(coverageRoutes.removeHoliday, admin, writing, coverage.removeHoliday);
  serve(coverageRoutes.leave, member, reading, coverage.leave);
  serve(coverageRoutes.addLeave, member, writing, coverage.addLeave);
  serve(coverageRoutes.removeLeave, member, writing, coverage.removeLeave);
  serve(catchUpRoutes.read, member, reading, catchUp.read);

  serve(dashboardRoutes.read, member, reading, dashboard.read);

  serve(doctorRoutes.list, member, reading, doctors.list);
  serve(doctorRoutes.places, member, reading, doctors.places);
  serve(doctorRoutes.pick, member, reading, doctors.pick);
  serve(doctorRoutes.lastCity, member, reading, doctors.lastCity);
  serve(doctorRoutes.read, member, reading, doctors.read);
  serve(doctorRoutes.create, member, writing, doctors.create);
  serve(doctorRoutes.update, member, writing, doctors.update);
  serve(doctorRoutes.deletionEffect, member, reading, doctors.deletionEffect);
  serve(doctorRoutes.delete, member, writing, doctors.delete);

  serve(glanceRoutes.read, member, reading, glance.read);

  serve(productRoutes.list, member, reading, products.list);
  serve(productRoutes.pick, member, reading, products.pick);
  serve(productRoutes.read, member, reading, products.read);
  serve(productRoutes.create, member, writing, products.create);
  serve(productRoutes.update, member, writing, products.update);
  serve(productRoutes.deletionEffect, member, reading, products.deletionEffect);
  serve(productRoutes.delete, member, writing, products.delete);

  serve(salesRoutes.list, member, reading, sales.list);
  serve(salesRoutes.summary, member, reading, sales.summary);

  serve(inventoryRoutes.list, member, reading, inventory.list);
  serve(inventoryRoutes.summary, member, reading, inventory.summary);
  serve(inventoryRoutes.export, member, exporting, inventory.export);

  serve(stockRoutes.add, member, writing, stock.add);
  serve(stockRoutes.correct, member, writing, stock.correct);
  serve(stockRoutes.availability, member, reading, stock.availability);
  serve(stockRoutes.ledger, member, reading, stock.ledger);

  serve(teamRoutes.list, admin, reading, team.list);
  serve(teamRoutes.audit, admin, reading, team.audit);
  serve(teamRoutes.read, admin, reading, team.read);
  serve(teamRoutes.invite, admin, writing, team.invite);
  serve(teamRoutes.disable, admin, writing, team.disable);
  serve(teamRoutes.enable, admin, writing, team.enable);
  serve(teamRoutes.resetPassword, admin, writing, team.resetPassword);
  serve(teamRoutes.endSessions, admin, writing, team.endSessions);
  serve(teamRoutes.makeAdmin, admin, writing, team.makeAdmin);
  serve(teamRoutes.removeAdmin, admin, writing, team.removeAdmin);
  serve(teamRoutes.removeFactors, admin, writing, team.removeFactors);
  serve(teamRoutes.deletionEffect, admin, reading, team.deletionEffect);
  serve(teamRoutes.delete, admin, writing, team.delete);

  serve(todayRoutes.read, member, reading, today.read);
  serve(todayRoutes.skip, member, writing, today.skip);
  serve(todayRoutes.undoSkip, member, writing, today.undoSkip);

  serve(visitRoutes.list, member, reading, visits.list);
  serve(visitRoutes.ofDoctor, member, reading, visits.ofDoctor);
  serve(visitRoutes.lastPrices, member, reading, visits.lastPrices);
  serve(visitRoutes.read, member, reading, visits.read);
  serve(visitRoutes.create, member, writing, visits.create);
  serve(visitRoutes.update, member, writing, visits.update);
  serve(visitRoutes.deletionEffect, member, reading, visits.deletionEffect);
  serve(visitRoutes.delete, member, writing, visits.delete);
}
