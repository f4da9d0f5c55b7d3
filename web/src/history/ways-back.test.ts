import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { allRoutes } from "@rounds/domain/all-routes.ts";
import { expect, test } from "vitest";

/** Where a change offers Undo in the message that says that it was made; or, in words, why there is none. */
const waysBack: Readonly<Record<string, readonly string[] | string>> = {
  "account.cancelEmailChange": "The change is asked for again.",
  "account.makeRecoveryCodes": "Old codes must never work again.",
  "account.endSession": "That device signs in again.",
  "archive.upload": "Changes nothing yet.",
  "archive.part": "Changes nothing yet.",
  "archive.bringIn": "Only where there is nothing, after a question.",
  "bulkEdits.prepare": "Changes nothing yet.",
  "bulkEdits.run": ["bulk-edits/useBulkEdit.ts"],
  "bulkEdits.undo": "It is an Undo.",
  "coverage.saveNorms": ["team/settings/NormsCard.tsx"],
  "coverage.saveHolidays": ["team/settings/HolidaysCard.tsx"],
  "coverage.removeHoliday": ["team/settings/HolidaysCard.tsx"],
  "coverage.addLeave": ["account/LeaveCard.tsx"],
  "coverage.removeLeave": ["account/LeaveCard.tsx"],
  "doctors.decidePair": ["doctors/duplicates/LikelyPairsPage.tsx"],
  "doctors.merge": ["doctors/duplicates/MergeDoctorsDialog.tsx"],
  "doctors.create": "What is new is deleted.",
  "doctors.update": ["doctors/form/EditDoctorPage.tsx", "history/HistoryCard.tsx"],
  "doctors.delete": ["doctors/details/DeleteDoctorDialog.tsx"],
  "history.erase": "Nobody may have it any more, after a question.",
  "history.restore": "What is back is deleted again.",
  "history.undo": "It is an Undo.",
  "imports.*": "Changes nothing before it is applied; then its own screen has Undo for 30 days.",
  "products.create": "What is new is deleted.",
  "products.update": ["products/form/EditProductPage.tsx", "history/HistoryCard.tsx"],
  "products.delete": ["products/details/DeleteProductDialog.tsx"],
  "stock.add": ["products/stock/useSaveStock.ts"],
  "stock.correct": ["products/stock/useSaveStock.ts"],
  "sync.report": "What a phone says of itself.",
  "sync.pin": "A switch, which is its own way back.",
  "sync.unpin": "A switch, which is its own way back.",
  "team.saveCompany": ["team/settings/CompanyCard.tsx"],
  "team.savePermissions": ["team/settings/PermissionsCard.tsx", "team/settings/AskPermissions.tsx"],
  "team.invite": "A mail can't be taken back; the account is deleted.",
  "team.disable": ["team/member/ChangeDialog.tsx"],
  "team.enable": ["team/member/ChangeDialog.tsx"],
  "team.resetPassword": "A mail can't be taken back.",
  "team.endSessions": "Those devices sign in again.",
  "team.makeAdmin": ["team/member/ChangeDialog.tsx"],
  "team.makeManager": ["team/member/ChangeDialog.tsx"],
  "team.makeRepresentative": ["team/member/ChangeDialog.tsx"],
  "team.removeFactors": "Only the person can set up a second step.",
  "team.delete": "Personal data goes at once, after a question that says what stays.",
  "today.skip": ["today/SkipDialog.tsx"],
  "today.undoSkip": "It is an Undo.",
  "views.create": "What is new is deleted.",
  "views.order": "Moving is its own way back.",
  "views.update": ["views/SaveView.tsx", "views/ViewRow.tsx"],
  "views.delete": ["views/ViewsDialog.tsx"],
  "visits.create": ["today/plan-doctor.ts"],
  "visits.update": [
    "visits/form/EditVisitPage.tsx",
    "visits/details/NotRecorded.tsx",
    "visits/form/useNewVisit.ts",
    "today/MoveDialog.tsx",
    "catch-up/useSaveRows.ts",
    "history/HistoryCard.tsx",
  ],
  "visits.complete": ["visits/form/useNewVisit.ts"],
  "visits.delete": ["visits/details/DeleteVisitDialog.tsx"],
};

test("every change offers Undo, or there is a reason", async () => {
  const writes = Object.entries(allRoutes).flatMap(([noun, routes]) =>
    Object.entries(routes).flatMap(([name, { method }]) => (method === "GET" ? [] : `${noun}.${name}`)),
  );
  const isKnown = (name: string) => name in waysBack || `${name.split(".")[0]}.*` in waysBack;
  expect(writes.filter((name) => !isKnown(name))).toEqual([]);
  expect(Object.keys(waysBack).filter((name) => !name.endsWith(".*") && !writes.includes(name))).toEqual([]);
  for (const file of new Set(
    Object.values(waysBack)
      .filter((way) => typeof way !== "string")
      .flat(),
  )) {
    const text = await readFile(fileURLToPath(new URL(`../${file}`, import.meta.url)), "utf8");
    expect([file, /undo(Offer|OfferBy|Link|OfView|OfDeletedView)\(/.test(text)]).toEqual([file, true]);
  }
});
