import { z } from "zod";
import { ownAccount, ownSession, recoveryCodes } from "../account/account.ts";
import { ownPermissions, permissionSettings } from "../account/permission-table.ts";
import type { allRoutes } from "../all-routes.ts";
import { archiveState, archiveUpload } from "../archive/archive.ts";
import { bulkEdit, bulkEdits } from "../bulk-edits/bulk-edit.ts";
import { catchUp } from "../catch-up/catch-up.ts";
import type { ShapeOf } from "../contract/route.ts";
import { coverage, coverageDoctors } from "../coverage/coverage.ts";
import {
  callNorms,
  coverageSettings,
  holidayDay,
  holidayList,
  ownLeave,
  representatives,
} from "../coverage/settings.ts";
import { dashboard } from "../dashboard/dashboard.ts";
import { doctor } from "../doctors/doctor.ts";
import {
  deletionEffect,
  doctorList,
  doctorOptions,
  doctorPlaces,
  doctorsAlike,
  doctorToDelete,
  lastCity,
} from "../doctors/doctor-list.ts";
import { likelyPairs, pairDecision } from "../doctors/duplicates/likely-pairs.ts";
import { merged, mergePreview } from "../doctors/duplicates/merge-doctors.ts";
import { glance } from "../glance/glance.ts";
import { changeList, deletionList, erased, recordHistory, undone } from "../history/history.ts";
import { importState, imports } from "../imports/import.ts";
import { importRows } from "../imports/import-row.ts";
import { importRowFixed } from "../imports/row-fixed.ts";
import { importNames } from "../imports/visits/names.ts";
import { inventoryPage, inventorySummary } from "../inventory/inventory.ts";
import { performance } from "../performance/performance.ts";
import { product } from "../products/product.ts";
import {
  productChoice,
  productDeletionEffect,
  productList,
  productToDelete,
  productView,
} from "../products/product-list.ts";
import { salesPage, salesSummary } from "../sales/sales.ts";
import { availability, ledgerPage, stockChange } from "../stock/stock.ts";
import { device, packedAnswer, pin, storedReport, syncIds, syncRows } from "../sync/sync.ts";
import { company } from "../team/company.ts";
import { accountRemains, auditList, linkSent, teamList, teamMemberDetail } from "../team/team.ts";
import { dayPlan, weekPlan } from "../today/plan-days.ts";
import { skip } from "../today/skip.ts";
import { today } from "../today/today.ts";
import { view, views } from "../views/view.ts";
import { visit } from "../visits/visit.ts";
import { doctorVisits, lastPrice, visitDeletion, visitList, visitToDelete } from "../visits/visit-list.ts";

type AllRoutes = typeof allRoutes;
type ResponseSchemas = {
  [Noun in keyof AllRoutes]: {
    [Name in keyof AllRoutes[Noun]]: z.ZodType<ShapeOf<AllRoutes[Noun][Name]>["response"]>;
  };
};

/** A file, which is no JSON. */
const file = z.string();

/**
 * What each route answers: the schema of its response, under the noun and name of `allRoutes`. Apart from the routes,
 * so that the browser gets those without the schemas.
 */
export const responseSchemas: ResponseSchemas = {
  account: {
    read: ownAccount,
    permissions: ownPermissions,
    cancelEmailChange: ownAccount,
    makeRecoveryCodes: recoveryCodes,
    sessions: ownSession.array(),
    endSession: ownSession.array(),
  },
  archive: {
    state: archiveState,
    export: file,
    upload: archiveUpload,
    part: archiveUpload,
    bringIn: file,
  },
  bulkEdits: {
    list: bulkEdits,
    prepare: bulkEdit,
    read: bulkEdit,
    run: bulkEdit,
    undo: bulkEdit,
  },
  catchUp: {
    read: catchUp,
  },
  coverage: {
    month: coverage,
    exportMonth: file,
    doctors: coverageDoctors,
    exportDoctors: file,
    representatives: representatives,
    settings: coverageSettings,
    saveNorms: callNorms,
    saveHolidays: holidayList,
    removeHoliday: holidayDay,
    leave: ownLeave,
    addLeave: ownLeave,
    removeLeave: ownLeave,
  },
  dashboard: {
    read: dashboard,
  },
  performance: {
    read: performance,
    export: file,
  },
  doctors: {
    list: doctorList,
    export: file,
    places: doctorPlaces,
    pick: doctorOptions,
    alike: doctorsAlike,
    lastCity: lastCity,
    likelyPairs: likelyPairs,
    decidePair: pairDecision,
    mergePreview: mergePreview,
    merge: merged,
    read: doctor,
    create: doctor,
    update: doctor,
    deletionEffect: doctorToDelete,
    delete: deletionEffect,
  },
  glance: {
    read: glance,
  },
  history: {
    list: changeList,
    ofRecord: recordHistory,
    deleted: deletionList,
    export: file,
    erase: erased,
    restore: undone,
    undo: undone,
  },
  imports: {
    list: imports,
    create: importState,
    read: importState,
    delete: importState,
    rows: importRows,
    export: file,
    send: importState,
    check: importState,
    fix: importRowFixed,
    decide: importState,
    names: importNames,
    match: importState,
    stock: importState,
    apply: importState,
    undo: importState,
  },
  inventory: {
    list: inventoryPage,
    summary: inventorySummary,
    export: file,
  },
  products: {
    list: productList,
    export: file,
    pick: productChoice.array(),
    read: productView,
    create: product,
    update: product,
    deletionEffect: productToDelete,
    delete: productDeletionEffect,
  },
  sales: {
    list: salesPage,
    export: file,
    summary: salesSummary,
  },
  stock: {
    add: stockChange,
    correct: stockChange,
    availability: availability,
    ledger: ledgerPage,
    exportLedger: file,
  },
  sync: {
    pull: packedAnswer,
    ids: syncIds,
    rows: syncRows,
    report: storedReport,
    pinned: pin,
    pin: pin,
    unpin: pin,
    devices: device.array(),
  },
  team: {
    list: teamList,
    audit: auditList,
    exportAudit: file,
    company,
    saveCompany: company,
    permissions: permissionSettings,
    savePermissions: permissionSettings,
    read: teamMemberDetail,
    invite: linkSent,
    disable: teamMemberDetail,
    enable: teamMemberDetail,
    resetPassword: linkSent,
    endSessions: teamMemberDetail,
    makeAdmin: teamMemberDetail,
    makeManager: teamMemberDetail,
    makeRepresentative: teamMemberDetail,
    removeFactors: teamMemberDetail,
    deletionEffect: accountRemains,
    delete: accountRemains,
  },
  today: {
    read: today,
    day: dayPlan,
    week: weekPlan,
    skip: skip,
    undoSkip: skip,
  },
  views: {
    list: views,
    create: view,
    order: views,
    update: view,
    delete: view,
  },
  visits: {
    list: visitList,
    export: file,
    ofDoctor: doctorVisits,
    lastPrices: lastPrice.array(),
    read: visit,
    create: visit,
    update: visit,
    complete: visit,
    deletionEffect: visitToDelete,
    delete: visitDeletion,
  },
};
