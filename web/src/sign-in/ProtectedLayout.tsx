import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useAuth } from "../api/AuthProvider.tsx";
import { useSession } from "../api/session.ts";
import { paths } from "../paths.ts";
import { Layout } from "../shell/Layout.tsx";
import { FullScreenSpinner } from "../ui/FullScreenSpinner.tsx";
import { Redirect } from "../ui/Redirect.tsx";

const SignInAgain = lazy(() =>
  import("./SignInAgain.tsx").then((module) => ({ default: module.SignInAgain })),
);
const SecondStep = lazy(() => import("./SecondStep.tsx").then((module) => ({ default: module.SecondStep })));
const LinkNotice = lazy(() => import("./LinkNotice.tsx").then((module) => ({ default: module.LinkNotice })));

/**
 * The frame of every screen except sign-in: only for signed-in people; others go to the sign-in page and come back
 * afterwards.
 */
export function ProtectedLayout() {
  const { user, loading } = useAuth();
  const { left, ended, secondStep, link } = useSession();
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
  const email = user.email ?? "";
  return (
    <Layout
      email={email}
      notice={link && <LinkNotice closable />}
      dialog={ended && <SignInAgain email={email} />}
    >
      <Outlet />
    </Layout>
  );
}
