import type { ReactNode } from "react";
import { today } from "./api/clock.ts";
import { chosenPeriod } from "./dashboard/period.ts";
import { showMissedVisitWith } from "./doctors/details/MissedVisit.tsx";
import { planVisitsWith } from "./doctors/plan/plan-visits.ts";
import { laterQueries } from "./later-queries.ts";
import { type Route, route } from "./router/route.ts";
import { createRouter } from "./router/router.ts";
import {
  addVisitSearch,
  auditSearch,
  catchUpSearch,
  coverageDoctorsSearch,
  coverageSearch,
  dashboardSearch,
  doctorsSearch,
  inventorySearch,
  ledgerSearch,
  pageSearch,
  performanceSearch,
  productsSearch,
  rowId,
  salesSearch,
  signInSearch,
  teamSearch,
  todaySearch,
  visitsSearch,
} from "./search.ts";
import { LaterErrorPage } from "./shell/later-parts.tsx";
import { firstScreen, laterScreen } from "./shell/later-screen.tsx";
import { Root } from "./shell/Root.tsx";
import { ProtectedLayout } from "./sign-in/ProtectedLayout.tsx";
import { startReading } from "./start-reading.ts";
import { plannedDay, shownMonday } from "./today/shown-days.ts";
import { later } from "./ui/browser/later.tsx";
import { laterDialog } from "./ui/dialog/later-dialog.tsx";
import { listQuery, rangeOf } from "./visits/list/visit-range.ts";

const plans = laterQueries(() => import("./today/queries.ts"));
const readToday = () => startReading(plans, (queries) => queries.todayQuery(today()));
const dashboard = laterQueries(async () => (await import("./dashboard/queries.ts")).dashboardQuery);
const doctors = laterQueries(async () => (await import("./doctors/queries.ts")).doctorQueries);
const visits = laterQueries(async () => (await import("./visits/queries.ts")).visitQueries);
const products = laterQueries(async () => (await import("./products/queries.ts")).productQueries);

const NotFoundPage = laterScreen(() => import("./shell/message/NotFoundPage.tsx"));

const Palette = laterDialog(
  () => import("./palette/Palette.tsx").then((module) => module.Palette),
  (props) => props.onClose,
);

/** Without it, nothing is lost: what waits is sent all the same. */
const Waiting = later(
  () => import("./waiting/WaitingStatus.tsx").then((module) => module.WaitingStatus),
  () => null,
);

planVisitsWith(() => import("./today/plan-doctor.ts"));

showMissedVisitWith(
  later(
    () => import("./visits/details/NotRecorded.tsx").then((module) => module.NotRecorded),
    () => null,
  ),
);

/** What surrounds the screens that are for signed-in people only. */
function SignedIn({ children }: { children: ReactNode }) {
  return (
    <ProtectedLayout palette={Palette} waiting={Waiting}>
      {children}
    </ProtectedLayout>
  );
}

/** A screen for signed-in people. */
const screen: typeof route = (given) => route({ ...given, frame: SignedIn });

type Load = Parameters<typeof laterScreen>[0];

/** A screen for everybody that begins to read once its code is there. */
const openScreenAt = (path: string, load: Load, search?: Route["search"]): Route => ({
  ...{ path, screen: laterScreen(load) },
  ...(search && { search }),
});

/** The same for signed-in people. */
const screenAt: typeof openScreenAt = (...given) => screen(openScreenAt(...given));

/** Every screen of the product, by its address. */
const routes: readonly Route[] = [
  route({
    path: "/login",
    search: signInSearch,
    screen: firstScreen(() => import("./sign-in/password/SignInPage.tsx")),
  }),
  openScreenAt("/login/forgot", () => import("./sign-in/by-mail/ForgotPasswordPage.tsx"), signInSearch),
  openScreenAt("/login/code", () => import("./sign-in/by-mail/CodeSignInPage.tsx"), signInSearch),
  openScreenAt("/login/invitation", () => import("./sign-in/by-mail/InvitationPage.tsx")),
  openScreenAt("/login/confirm", () => import("./sign-in/by-mail/ConfirmAddressPage.tsx"), signInSearch),
  openScreenAt("/new-password", () => import("./sign-in/password/NewPasswordPage.tsx"), signInSearch),

  screen({
    path: "/",
    search: dashboardSearch,
    read: ({ search }) =>
      startReading(dashboard, (query) => query(chosenPeriod(search.period, today()), today())),
    screen: firstScreen(() => import("./dashboard/DashboardPage.tsx")),
  }),

  screen({
    path: "/today",
    search: todaySearch,
    read: ({ search }) => {
      if (search.show === "tomorrow")
        return startReading(plans, (queries) => queries.dayPlanQuery(plannedDay(search, today()), today()));
      if (search.show === "week")
        return startReading(plans, (queries) => queries.weekPlanQuery(shownMonday(search, today()), today()));
      readToday();
    },
    screen: firstScreen(() => import("./today/TodayPage.tsx")),
  }),

  screen({
    path: "/doctors",
    search: doctorsSearch,
    read: ({ search }) => startReading(doctors, (queries) => queries.list(search, today())),
    screen: firstScreen(() => import("./doctors/list/DoctorsPage.tsx")),
  }),
  screen({
    path: "/doctors/add",
    read: () => startReading(doctors, (queries) => queries.lastCity()),
    screen: laterScreen(() => import("./doctors/form/AddDoctorPage.tsx")),
  }),
  screen({
    path: "/doctors/$id",
    search: pageSearch,
    read: ({ params }) => {
      startReading(doctors, (queries) => queries.row(rowId(params)));
      startReading(doctors, (queries) => queries.glance(rowId(params), today()));
    },
    screen: laterScreen(() => import("./doctors/details/DoctorPage.tsx")),
  }),
  screenAt("/doctors/$id/edit", () => import("./doctors/form/EditDoctorPage.tsx")),

  screen({
    path: "/visits",
    search: visitsSearch,
    read: ({ search }) =>
      startReading(visits, (queries) => queries.list(listQuery(search, rangeOf(search, today())), today())),
    screen: firstScreen(() => import("./visits/list/VisitsPage.tsx")),
  }),
  screen({
    path: "/visits/add",
    search: addVisitSearch,
    read: () => {
      startReading(doctors, (queries) => queries.choices("", today()));
      startReading(products, (queries) => queries.choices());
    },
    screen: laterScreen(() => import("./visits/form/AddVisitPage.tsx")),
  }),
  screen({
    path: "/visits/record",
    search: addVisitSearch,
    read: ({ search: { doctor_id } }) => {
      if (doctor_id) return startReading(doctors, (queries) => queries.glance(doctor_id, today()));
      startReading(doctors, (queries) => queries.choices("", today()));
      readToday();
    },
    screen: laterScreen(() => import("./today/record/RecordPage.tsx")),
  }),
  screen({
    path: "/visits/$id",
    read: ({ params }) => startReading(visits, (queries) => queries.row(rowId(params))),
    screen: laterScreen(() => import("./visits/details/VisitPage.tsx")),
  }),
  screenAt("/visits/$id/edit", () => import("./visits/form/EditVisitPage.tsx")),

  screen({
    path: "/today/catch-up",
    search: catchUpSearch,
    read: () => startReading(products, (queries) => queries.choices()),
    screen: laterScreen(() => import("./catch-up/CatchUpPage.tsx")),
  }),

  screen({
    path: "/products",
    search: productsSearch,
    read: ({ search }) => startReading(products, (queries) => queries.list(search)),
    screen: firstScreen(() => import("./products/list/ProductsPage.tsx")),
  }),
  screenAt("/products/add", () => import("./products/form/AddProductPage.tsx")),
  screen({
    path: "/products/$id",
    read: ({ params }) => startReading(products, (queries) => queries.row(rowId(params))),
    search: ledgerSearch,
    screen: laterScreen(() => import("./products/details/ProductPage.tsx")),
  }),
  screenAt("/products/$id/edit", () => import("./products/form/EditProductPage.tsx")),

  screenAt("/sales", () => import("./sales/SalesPage.tsx"), salesSearch),

  screenAt("/inventory", () => import("./inventory/InventoryPage.tsx"), inventorySearch),

  screenAt("/coverage", () => import("./coverage/CoveragePage.tsx"), coverageSearch),
  screenAt("/coverage/doctors", () => import("./coverage/CoverageDoctorsPage.tsx"), coverageDoctorsSearch),

  screenAt("/performance", () => import("./performance/PerformancePage.tsx"), performanceSearch),
  screenAt("/performance/$id", () => import("./performance/PersonPage.tsx"), performanceSearch),

  screenAt("/data", () => import("./data/DataPage.tsx")),

  screenAt("/deleted", () => import("./history/DeletedPage.tsx")),
  screenAt("/data/likely-duplicates", () => import("./doctors/duplicates/LikelyPairsPage.tsx")),
  screenAt("/data/import", () => import("./imports/ImportPage.tsx")),
  screenAt("/data/archive", () => import("./archive/ArchivePage.tsx")),

  screenAt("/account", () => import("./account/AccountPage.tsx")),

  screenAt("/team", () => import("./team/TeamPage.tsx"), teamSearch),
  screenAt("/team/settings", () => import("./team/settings/SettingsPage.tsx")),
  screenAt("/team/changes", () => import("./team/changes/ChangesPage.tsx")),
  screenAt("/team/audit", () => import("./team/changes/AuditPage.tsx"), auditSearch),
  screenAt("/team/$id", () => import("./team/member/MemberPage.tsx")),

  screen({ path: "*", screen: NotFoundPage }),
];

/** What people open many times a day: Today and the quick record, the lists, and the details that they lead to. */
const mainScreens = [
  "/today",
  "/visits/record",
  "/doctors",
  "/doctors/$id",
  "/visits",
  "/visits/$id",
  "/products",
  "/products/$id",
  "/",
] as const;

/** Loads and runs the code of the main screens with their queries, and of the palette: one function for each. */
export function mainScreenCode() {
  const screens = mainScreens.flatMap(
    (path) => routes.find((route) => route.path === path)?.screen.preload ?? [],
  );
  const queries = [plans, dashboard, doctors, visits, products];
  return [...screens, ...queries, Palette.preload, Waiting.preload];
}

/** Changes between the screens of the product. */
export function productRouter() {
  return createRouter({ routes, root: Root, crashed: LaterErrorPage });
}
