import { type AnyRoute, createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { today } from "./api/clock.ts";
import { chosenPeriod } from "./dashboard/period.ts";
import { showMissedVisitWith } from "./doctors/details/MissedVisit.tsx";
import { planVisitsWith } from "./doctors/plan/plan-visits.ts";
import { laterQueries } from "./later-queries.ts";
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
  parseSearch,
  performanceSearch,
  productsSearch,
  rowId,
  salesSearch,
  signInSearch,
  stringifySearch,
  teamSearch,
  todaySearch,
  visitsSearch,
} from "./search.ts";
import { LaterErrorPage } from "./shell/later-parts.tsx";
import { firstScreen, laterScreen } from "./shell/later-screen.tsx";
import { PagePending } from "./shell/PagePending.tsx";
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

const root = createRootRoute({ component: Root });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: signInSearch,
  component: firstScreen(() => import("./sign-in/password/SignInPage.tsx")),
});

type Search = (raw: Record<string, unknown>) => Record<string, unknown>;

/** Makes screens that begin to read once their code is there. */
function screensOf<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return <const Path extends string>(
    path: Path,
    load: Parameters<typeof laterScreen>[0],
    validateSearch?: Search,
  ) =>
    createRoute({
      getParentRoute,
      path,
      component: laterScreen(load),
      ...(validateSearch && { validateSearch }),
    });
}

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

/** Everything below is for signed-in people only. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  component: () => <ProtectedLayout palette={Palette} waiting={Waiting} />,
});
const getParentRoute = () => signedIn;
const screenAt = screensOf(getParentRoute);
const openScreenAt = screensOf(() => root);

const routeTree = root.addChildren([
  signIn,
  openScreenAt("/login/forgot", () => import("./sign-in/by-mail/ForgotPasswordPage.tsx"), signInSearch),
  openScreenAt("/login/code", () => import("./sign-in/by-mail/CodeSignInPage.tsx"), signInSearch),
  openScreenAt("/login/invitation", () => import("./sign-in/by-mail/InvitationPage.tsx")),
  openScreenAt("/login/confirm", () => import("./sign-in/by-mail/ConfirmAddressPage.tsx"), signInSearch),
  openScreenAt("/new-password", () => import("./sign-in/password/NewPasswordPage.tsx"), signInSearch),
  signedIn.addChildren([
    createRoute({
      getParentRoute,
      path: "/",
      validateSearch: dashboardSearch,
      loaderDeps: ({ search }) => search,
      loader: ({ deps }) =>
        startReading(dashboard, (query) => query(chosenPeriod(deps.period, today()), today())),
      component: firstScreen(() => import("./dashboard/DashboardPage.tsx")),
    }),

    createRoute({
      getParentRoute,
      path: "/today",
      validateSearch: todaySearch,
      loaderDeps: ({ search }) => search,
      loader: ({ deps }) => {
        if (deps.show === "tomorrow")
          return startReading(plans, (queries) => queries.dayPlanQuery(plannedDay(deps, today()), today()));
        if (deps.show === "week")
          return startReading(plans, (queries) => queries.weekPlanQuery(shownMonday(deps, today()), today()));
        readToday();
      },
      component: firstScreen(() => import("./today/TodayPage.tsx")),
    }),

    createRoute({
      getParentRoute,
      path: "/doctors",
      validateSearch: doctorsSearch,
      loaderDeps: ({ search }) => search,
      loader: ({ deps }) => startReading(doctors, (queries) => queries.list(deps)),
      component: firstScreen(() => import("./doctors/list/DoctorsPage.tsx")),
    }),
    createRoute({
      getParentRoute,
      path: "/doctors/add",
      loader: () => startReading(doctors, (queries) => queries.lastCity()),
      component: laterScreen(() => import("./doctors/form/AddDoctorPage.tsx")),
    }),
    createRoute({
      getParentRoute,
      path: "/doctors/$id",
      validateSearch: pageSearch,
      loader: ({ params }) => {
        startReading(doctors, (queries) => queries.row(rowId(params)));
        startReading(doctors, (queries) => queries.glance(rowId(params)));
      },
      component: laterScreen(() => import("./doctors/details/DoctorPage.tsx")),
    }),
    screenAt("/doctors/$id/edit", () => import("./doctors/form/EditDoctorPage.tsx")),

    createRoute({
      getParentRoute,
      path: "/visits",
      validateSearch: visitsSearch,
      loaderDeps: ({ search }) => search,
      loader: ({ deps }) =>
        startReading(visits, (queries) => queries.list(listQuery(deps, rangeOf(deps, today())))),
      component: firstScreen(() => import("./visits/list/VisitsPage.tsx")),
    }),
    createRoute({
      getParentRoute,
      path: "/visits/add",
      validateSearch: addVisitSearch,
      loader: () => {
        startReading(doctors, (queries) => queries.choices(""));
        startReading(products, (queries) => queries.choices());
      },
      component: laterScreen(() => import("./visits/form/AddVisitPage.tsx")),
    }),
    createRoute({
      getParentRoute,
      path: "/visits/record",
      validateSearch: addVisitSearch,
      loaderDeps: ({ search }) => search,
      loader: ({ deps: { doctor_id } }) => {
        if (doctor_id) return startReading(doctors, (queries) => queries.glance(doctor_id));
        startReading(doctors, (queries) => queries.choices(""));
        readToday();
      },
      component: laterScreen(() => import("./today/record/RecordPage.tsx")),
    }),
    createRoute({
      getParentRoute,
      path: "/visits/$id",
      loader: ({ params }) => startReading(visits, (queries) => queries.row(rowId(params))),
      component: laterScreen(() => import("./visits/details/VisitPage.tsx")),
    }),
    screenAt("/visits/$id/edit", () => import("./visits/form/EditVisitPage.tsx")),

    createRoute({
      getParentRoute,
      path: "/today/catch-up",
      validateSearch: catchUpSearch,
      loader: () => startReading(products, (queries) => queries.choices()),
      component: laterScreen(() => import("./catch-up/CatchUpPage.tsx")),
    }),

    createRoute({
      getParentRoute,
      path: "/products",
      validateSearch: productsSearch,
      loaderDeps: ({ search }) => search,
      loader: ({ deps }) => startReading(products, (queries) => queries.list(deps)),
      component: firstScreen(() => import("./products/list/ProductsPage.tsx")),
    }),
    screenAt("/products/add", () => import("./products/form/AddProductPage.tsx")),
    createRoute({
      getParentRoute,
      path: "/products/$id",
      loader: ({ params }) => startReading(products, (queries) => queries.row(rowId(params))),
      validateSearch: ledgerSearch,
      component: laterScreen(() => import("./products/details/ProductPage.tsx")),
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

    createRoute({ getParentRoute, path: "$", component: NotFoundPage }),
  ]),
]);

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
export function mainScreenCode({ routesByPath }: ReturnType<typeof productRouter>) {
  const screens = mainScreens.flatMap((path) => routesByPath[path]?.options.component?.preload ?? []);
  const queries = [plans, dashboard, doctors, visits, products];
  return [...screens, ...queries, Palette.preload, Waiting.preload];
}

/** Every screen of the product, by its address. */
export function productRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: "intent",
    // The cache of queries knows how old its data is.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    // Loaded data is shown at once; the library would show the pending screen for half a second.
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: LaterErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
}
