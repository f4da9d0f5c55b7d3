import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { followColleagues } from "../api/follow-colleagues.ts";
import { useSession } from "../api/session.ts";
import { paths } from "../paths.ts";
import { useAuth } from "../sign-in/AuthProvider.tsx";
import { FullScreenSpinner } from "../ui/FullScreenSpinner.tsx";
import { Redirect } from "../ui/Redirect.tsx";
import { Drawer } from "./Drawer.tsx";
import { OfflineNotice } from "./OfflineNotice.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { TopBar } from "./TopBar.tsx";
import { useArrival } from "./useArrival.ts";
import { useShortcuts } from "./useShortcuts.ts";

const SignInAgain = lazy(() =>
  import("../sign-in/SignInAgain.tsx").then((module) => ({ default: module.SignInAgain })),
);
const SecondStep = lazy(() =>
  import("../sign-in/SecondStep.tsx").then((module) => ({ default: module.SecondStep })),
);
const LinkNotice = lazy(() =>
  import("../sign-in/LinkNotice.tsx").then((module) => ({ default: module.LinkNotice })),
);
const ShortcutsDialog = lazy(() =>
  import("./ShortcutsDialog.tsx").then((module) => ({ default: module.ShortcutsDialog })),
);

/** Holds every screen but the sign-in page: for signed-in people only, others go there and come back afterwards. */
export function ProtectedLayout() {
  const { user, loading } = useAuth();
  const { left, ended, secondStep } = useSession();
  const router = useRouter();
  if (loading) return <FullScreenSpinner />;
  if (!user) {
    const here = router.state.location.href;
    return <Redirect target={paths.signIn(left || here === "/" ? undefined : here)} />;
  }
  if (secondStep && !ended) {
    return (
      <Suspense fallback={<FullScreenSpinner />}>
        <SecondStep />
      </Suspense>
    );
  }
  return <Layout email={user.email ?? ""} />;
}

function Layout({ email }: { email: string }) {
  const { ended, link } = useSession();
  const [menu, setMenu] = useState(false);
  const [help, setHelp] = useState(false);
  useShortcuts(() => setHelp(true));
  useArrival();
  useEffect(followColleagues, []);

  return (
    <div className="min-h-dvh lg:pl-60 print:pl-0">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-medium text-on-accent focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <Sidebar />
      {menu && <Drawer onClose={() => setMenu(false)} />}
      <TopBar email={email} menuOpen={menu} onMenu={() => setMenu(true)} />
      <OfflineNotice />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl px-4 pt-4 pb-28 outline-none sm:px-6 sm:pb-12 lg:px-8 print:p-0"
      >
        {link && (
          <Suspense fallback={null}>
            <div className="mb-5 empty:hidden">
              <LinkNotice closable />
            </div>
          </Suspense>
        )}
        <Outlet />
      </main>
      <Suspense fallback={null}>
        {help && <ShortcutsDialog onClose={() => setHelp(false)} />}
        {ended && <SignInAgain email={email} />}
      </Suspense>
    </div>
  );
}
