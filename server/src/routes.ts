import { accountRoutes } from "@rounds/domain/account/routes.ts";
import { archiveRoutes } from "@rounds/domain/archive/routes.ts";
import { bulkEditRoutes } from "@rounds/domain/bulk-edits/routes.ts";
import { catchUpRoutes } from "@rounds/domain/catch-up/routes.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { inventoryRoutes } from "@rounds/domain/inventory/routes.ts";
import { performanceRoutes } from "@rounds/domain/performance/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { todayRoutes } from "@rounds/domain/today/routes.ts";
import { viewRoutes } from "@rounds/domain/views/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { exporting, reading, uploading, writing } from "@rounds/http/limit.ts";
import { account } from "./account/routes.ts";
import type { Serve } from "./api/endpoint.ts";
import type { Guards } from "./api/guard.ts";
import { archive } from "./archive/routes.ts";
import { bulkEdits } from "./bulk-edits/routes.ts";
import { catchUp } from "./catch-up/routes.ts";
import { coverage } from "./coverage/routes.ts";
import { dashboard } from "./dashboard/routes.ts";
import { doctors } from "./doctors/routes.ts";
import { glance } from "./glance/routes.ts";
import { history } from "./history/routes.ts";
import { imports } from "./imports/routes.ts";
import { inventory } from "./inventory/routes.ts";
import { performance } from "./performance/routes.ts";
import { products } from "./products/routes.ts";
import { sales } from "./sales/routes.ts";
import { stock } from "./stock/routes.ts";
import { sync } from "./sync/routes.ts";
import { team } from "./team/routes.ts";
import { today } from "./today/routes.ts";
import { views } from "./views/routes.ts";
import { visits } from "./visits/routes.ts";

/** Every path of the product: the route, who may use it and which permission it needs, how often, and the handler. */
export function serveRoutes(serve: Serve, { member, admin, needs, needsForSome }: Guards) {
  serve(accountRoutes.read, member, reading, account.read);
  serve(accountRoutes.permissions, member, reading, account.permissions);
  serve(accountRoutes.cancelEmailChange, member, writing, account.cancelEmailChange);
  serve(accountRoutes.makeRecoveryCodes, member, writing, account.makeRecoveryCodes);
  serve(accountRoutes.sessions, member, reading, account.sessions);
  serve(accountRoutes.endSession, member, writing, account.endSession);

  serve(archiveRoutes.state, admin, reading, archive.state);
  serve(archiveRoutes.export, admin, exporting, archive.export);
  serve(archiveRoutes.upload, admin, writing, archive.upload);
  serve(archiveRoutes.part, admin, uploading, archive.part);
  serve(archiveRoutes.bringIn, admin, exporting, archive.bringIn);

  serve(bulkEditRoutes.list, member, reading, bulkEdits.list);
  serve(bulkEditRoutes.prepare, member, writing, bulkEdits.prepare);
  serve(bulkEditRoutes.read, member, reading, bulkEdits.read);
  serve(
    bulkEditRoutes.run,
    needsForSome("delete_doctors_of_others", "delete_visits_of_others"),
    writing,
    bulkEdits.run,
  );
  serve(bulkEditRoutes.undo, member, writing, bulkEdits.undo);

  serve(coverageRoutes.month, member, reading, coverage.month);
  serve(coverageRoutes.exportMonth, needs("export"), exporting, coverage.exportMonth);
  serve(coverageRoutes.doctors, member, reading, coverage.doctors);
  serve(coverageRoutes.exportDoctors, needs("export"), exporting, coverage.exportDoctors);
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
  serve(doctorRoutes.export, needs("export"), exporting, doctors.export);
  serve(doctorRoutes.places, member, reading, doctors.places);
  serve(doctorRoutes.pick, member, reading, doctors.pick);
  serve(doctorRoutes.alike, member, reading, doctors.alike);
  serve(doctorRoutes.lastCity, member, reading, doctors.lastCity);
  serve(doctorRoutes.likelyPairs, member, reading, doctors.likelyPairs);
  serve(doctorRoutes.decidePair, member, writing, doctors.decidePair);
  serve(doctorRoutes.mergePreview, member, reading, doctors.mergePreview);
  serve(
    doctorRoutes.merge,
    needsForSome("delete_doctors_of_others", "edit_visits_of_others"),
    writing,
    doctors.merge,
  );
  serve(doctorRoutes.read, member, reading, doctors.read);
  serve(doctorRoutes.create, member, writing, doctors.create);
  serve(doctorRoutes.update, needsForSome("delete_doctors_of_others"), writing, doctors.update);
  serve(doctorRoutes.deletionEffect, member, reading, doctors.deletionEffect);
  serve(
    doctorRoutes.delete,
    needsForSome("delete_doctors_of_others", "delete_visits_of_others"),
    writing,
    doctors.delete,
  );

  serve(glanceRoutes.read, member, reading, glance.read);

  serve(historyRoutes.list, admin, reading, history.list);
  serve(historyRoutes.ofRecord, member, reading, history.ofRecord);
  serve(historyRoutes.deleted, member, reading, history.deleted);
  serve(historyRoutes.export, admin, exporting, history.export);
  serve(historyRoutes.erase, admin, writing, history.erase);
  serve(historyRoutes.restore, needsForSome("change_products"), writing, history.restore);
  serve(historyRoutes.undo, needsForSome("edit_visits_of_others", "change_products"), writing, history.undo);

  serve(importRoutes.list, member, reading, imports.list);
  serve(importRoutes.create, member, writing, imports.create);
  serve(importRoutes.read, member, reading, imports.read);
  serve(importRoutes.delete, member, writing, imports.delete);
  serve(importRoutes.rows, member, reading, imports.rows);
  serve(importRoutes.export, member, exporting, imports.export);
  serve(importRoutes.send, member, writing, imports.send);
  const importing = needsForSome(
    "delete_doctors_of_others",
    "edit_visits_of_others",
    "change_products",
    "move_stock",
  );
  serve(importRoutes.check, importing, writing, imports.check);
  serve(importRoutes.fix, importing, writing, imports.fix);
  serve(importRoutes.decide, member, writing, imports.decide);
  serve(importRoutes.names, member, reading, imports.names);
  serve(importRoutes.match, needsForSome("edit_visits_of_others"), writing, imports.match);
  serve(importRoutes.stock, member, writing, imports.stock);
  serve(importRoutes.apply, importing, writing, imports.apply);
  serve(
    importRoutes.undo,
    needsForSome("delete_doctors_of_others", "delete_visits_of_others", "change_products"),
    writing,
    imports.undo,
  );

  serve(performanceRoutes.read, needs("see_figures_of_all"), reading, performance.read);
  serve(performanceRoutes.export, needs("see_figures_of_all", "export"), exporting, performance.export);

  serve(productRoutes.list, member, reading, products.list);
  serve(productRoutes.export, needs("export"), exporting, products.export);
  serve(productRoutes.pick, member, reading, products.pick);
  serve(productRoutes.read, member, reading, products.read);
  serve(productRoutes.create, needs("change_products"), writing, products.create);
  serve(productRoutes.update, needs("change_products"), writing, products.update);
  serve(productRoutes.deletionEffect, member, reading, products.deletionEffect);
  serve(productRoutes.delete, needs("change_products"), writing, products.delete);

  serve(salesRoutes.list, member, reading, sales.list);
  serve(salesRoutes.export, needs("export"), exporting, sales.export);
  serve(salesRoutes.summary, member, reading, sales.summary);

  serve(inventoryRoutes.list, member, reading, inventory.list);
  serve(inventoryRoutes.summary, member, reading, inventory.summary);
  serve(inventoryRoutes.export, needs("export"), exporting, inventory.export);

  serve(stockRoutes.add, needs("move_stock"), writing, stock.add);
  serve(stockRoutes.correct, needs("move_stock"), writing, stock.correct);
  serve(stockRoutes.availability, member, reading, stock.availability);
  serve(stockRoutes.exportLedger, needs("export"), exporting, stock.exportLedger);
  serve(stockRoutes.ledger, member, reading, stock.ledger);

  serve(syncRoutes.pull, member, reading, sync.pull);
  serve(syncRoutes.ids, member, reading, sync.ids);
  serve(syncRoutes.rows, member, reading, sync.rows);
  serve(syncRoutes.report, member, writing, sync.report);
  serve(syncRoutes.pinned, member, reading, sync.pinned);
  serve(syncRoutes.pin, member, writing, sync.pin);
  serve(syncRoutes.unpin, member, writing, sync.unpin);
  serve(syncRoutes.devices, admin, reading, sync.devices);

  serve(teamRoutes.list, admin, reading, team.list);
  serve(teamRoutes.audit, admin, reading, team.audit);
  serve(teamRoutes.exportAudit, admin, exporting, team.exportAudit);
  serve(teamRoutes.company, member, reading, team.company);
  serve(teamRoutes.saveCompany, admin, writing, team.saveCompany);
  serve(teamRoutes.permissions, admin, reading, team.permissions);
  serve(teamRoutes.savePermissions, admin, writing, team.savePermissions);
  serve(teamRoutes.read, admin, reading, team.read);
  serve(teamRoutes.invite, admin, writing, team.invite);
  serve(teamRoutes.disable, admin, writing, team.disable);
  serve(teamRoutes.enable, admin, writing, team.enable);
  serve(teamRoutes.resetPassword, admin, writing, team.resetPassword);
  serve(teamRoutes.endSessions, admin, writing, team.endSessions);
  serve(teamRoutes.makeAdmin, admin, writing, team.makeAdmin);
  serve(teamRoutes.makeManager, admin, writing, team.makeManager);
  serve(teamRoutes.makeRepresentative, admin, writing, team.makeRepresentative);
  serve(teamRoutes.removeFactors, admin, writing, team.removeFactors);
  serve(teamRoutes.deletionEffect, admin, reading, team.deletionEffect);
  serve(teamRoutes.delete, admin, writing, team.delete);

  serve(todayRoutes.read, member, reading, today.read);
  serve(todayRoutes.day, member, reading, today.day);
  serve(todayRoutes.week, member, reading, today.week);
  serve(todayRoutes.skip, member, writing, today.skip);
  serve(todayRoutes.undoSkip, member, writing, today.undoSkip);

  serve(viewRoutes.list, member, reading, views.list);
  serve(viewRoutes.create, member, writing, views.create);
  serve(viewRoutes.order, member, writing, views.order);
  serve(viewRoutes.update, member, writing, views.update);
  serve(viewRoutes.delete, member, writing, views.delete);

  serve(visitRoutes.list, member, reading, visits.list);
  serve(visitRoutes.export, needs("export"), exporting, visits.export);
  serve(visitRoutes.ofDoctor, member, reading, visits.ofDoctor);
  serve(visitRoutes.lastPrices, member, reading, visits.lastPrices);
  serve(visitRoutes.read, member, reading, visits.read);
  serve(visitRoutes.create, member, writing, visits.create);
  serve(visitRoutes.update, needsForSome("edit_visits_of_others"), writing, visits.update);
  serve(visitRoutes.complete, needsForSome("edit_visits_of_others"), writing, visits.complete);
  serve(visitRoutes.deletionEffect, member, reading, visits.deletionEffect);
  serve(visitRoutes.delete, needsForSome("delete_visits_of_others"), writing, visits.delete);
}
