import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import {
  addVisitSearch,
  auditSearch,
  dashboardSearch,
  doctorsSearch,
  inventorySearch,
  ledgerSearch,
  pageSearch,
  parseSearch,
  productsSearch,
  salesSearch,
  signInSearch,
  stringifySearch,
  teamSearch,
  visitsSearch,
} from "./search.ts";
import { ErrorPage } from "./shell/ErrorPage.tsx";
import { PagePending } from "./shell/PagePending.tsx";
import { Root } from "./shell/Root.tsx";
import { ProtectedLayout } from "./sign-in/ProtectedLayout.tsx";

const root = createRootRoute({ component: Root });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import("./sign-in/SignInPage.tsx"), "SignInPage"),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/login/forgot",
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import("./sign-in/ForgotPasswordPage.tsx"), "ForgotPasswordPage"),
});
const signInByCode = createRoute({
  getParentRoute: () => root,
  path: "/login/code",
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import("./sign-in/CodeSignInPage.tsx"), "CodeSignInPage"),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: "/login/invitation",
  component: lazyRouteComponent(() => import("./sign-in/InvitationPage.tsx"), "InvitationPage"),
});
const confirmAddress = createRoute({
  getParentRoute: () => root,
  path: "/login/confirm",
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import("./sign-in/ConfirmAddressPage.tsx"), "ConfirmAddressPage"),
});
const newPassword = createRoute({
  getParentRoute: () => root,
  path: "/new-password",
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import("./sign-in/NewPasswordPage.tsx"), "NewPasswordPage"),
});

const NotFoundPage = lazyRouteComponent(() => import("./shell/NotFoundPage.tsx"), "NotFoundPage");

/** Everything below is for signed-in people only. */
const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in", component: ProtectedLayout });
const getParentRoute = () => signedIn;

const routeTree = root.addChildren([
  signIn,
  forgotPassword,
  signInByCode,
  invitation,
  confirmAddress,
  newPassword,
  signedIn.addChildren([
    createRoute({
      getParentRoute,
      path: "/",
      validateSearch: dashboardSearch,
      component: lazyRouteComponent(() => import("./dashboard/DashboardPage.tsx"), "DashboardPage"),
    }),

    createRoute({
      getParentRoute,
      path: "/doctors",
      validateSearch: doctorsSearch,
      component: lazyRouteComponent(() => import("./doctors/DoctorsPage.tsx"), "DoctorsPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/doctors/add",
      component: lazyRouteComponent(() => import("./doctors/AddDoctorPage.tsx"), "AddDoctorPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/doctors/$id",
      validateSearch: pageSearch,
      component: lazyRouteComponent(() => import("./doctors/DoctorPage.tsx"), "DoctorPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/doctors/$id/edit",
      component: lazyRouteComponent(() => import("./doctors/EditDoctorPage.tsx"), "EditDoctorPage"),
    }),

    createRoute({
      getParentRoute,
      path: "/visits",
      validateSearch: visitsSearch,
      component: lazyRouteComponent(() => import("./visits/VisitsPage.tsx"), "VisitsPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/visits/add",
      validateSearch: addVisitSearch,
      component: lazyRouteComponent(() => import("./visits/AddVisitPage.tsx"), "AddVisitPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/visits/$id",
      component: lazyRouteComponent(() => import("./visits/VisitPage.tsx"), "VisitPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/visits/$id/edit",
      component: lazyRouteComponent(() => import("./visits/EditVisitPage.tsx"), "EditVisitPage"),
    }),

    createRoute({
      getParentRoute,
      path: "/products",
      validateSearch: productsSearch,
      component: lazyRouteComponent(() => import("./products/ProductsPage.tsx"), "ProductsPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/products/add",
      component: lazyRouteComponent(() => import("./products/AddProductPage.tsx"), "AddProductPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/products/$id",
      validateSearch: ledgerSearch,
      component: lazyRouteComponent(() => import("./products/ProductPage.tsx"), "ProductPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/products/$id/edit",
      component: lazyRouteComponent(() => import("./products/EditProductPage.tsx"), "EditProductPage"),
    }),

    createRoute({
      getParentRoute,
      path: "/sales",
      validateSearch: salesSearch,
      component: lazyRouteComponent(() => import("./sales/SalesPage.tsx"), "SalesPage"),
    }),

    createRoute({
      getParentRoute,
      path: "/inventory",
      validateSearch: inventorySearch,
      component: lazyRouteComponent(() => import("./inventory/InventoryPage.tsx"), "InventoryPage"),
    }),

    createRoute({
      getParentRoute,
      path: "/account",
      component: lazyRouteComponent(() => import("./account/AccountPage.tsx"), "AccountPage"),
    }),

    createRoute({
      getParentRoute,
      path: "/team",
      validateSearch: teamSearch,
      component: lazyRouteComponent(() => import("./team/TeamPage.tsx"), "TeamPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/team/audit",
      validateSearch: auditSearch,
      component: lazyRouteComponent(() => import("./team/AuditPage.tsx"), "AuditPage"),
    }),
    createRoute({
      getParentRoute,
      path: "/team/$id",
      component: lazyRouteComponent(() => import("./team/MemberPage.tsx"), "MemberPage"),
    }),

    createRoute({ getParentRoute, path: "$", component: NotFoundPage }),
  ]),
]);

/** Every screen of the product, by its address. */
export function productRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: "intent",
    defaultPendingMs: 150,
    // Loaded data is shown at once; the library would show the pending screen for half a second.
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
}
