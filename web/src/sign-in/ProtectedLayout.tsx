import type { ComponentType, ReactNode } from "react";
import { useAuth } from "../api/session/AuthProvider.tsx";
import { useSession } from "../api/session/session.ts";
import { paths } from "../paths.ts";
import { useRouter } from "../router/RouterProvider.tsx";
import { Layout, type PaletteProps } from "../shell/Layout.tsx";
import { later, NotLoaded } from "../ui/browser/later.tsx";
import { laterDialog } from "../ui/dialog/later-dialog.tsx";
import { FullScreenSpinner } from "../ui/message/FullScreenSpinner.tsx";
import { Redirect } from "../ui/navigation/Redirect.tsx";

const SignInAgain = laterDialog(
  () => import("./SignInAgain.tsx").then((module) => module.SignInAgain),
  () => undefined,
);
const SecondStep = later(
  () => import("./second-step/SecondStep.tsx").then((module) => module.SecondStep),
  (_, away) => (away.failed ? <NotLoaded {...away} /> : <FullScreenSpinner />),
);
// Without it the link has worked all the same.
const LinkNotice = later(
  () => import("./LinkNotice.tsx").then((module) => module.LinkNotice),
  () => null,
);

/** What the frame shows of the floors above it. */
type Parts = { palette: ComponentType<PaletteProps>; waiting: ComponentType; children: ReactNode };

/**
 * The frame of every screen except sign-in: only for signed-in people; others go to the sign-in page and come back
 * afterwards.
 */
export function ProtectedLayout({ palette, waiting, children }: Parts) {
  const { user, loading } = useAuth();
  const { left, ended, secondStep, link } = useSession();
  const router = useRouter();
  if (loading) return <FullScreenSpinner />;
  if (!user) {
    const here = router.location.href;
    return <Redirect target={paths.signIn(left || here === "/" ? undefined : here)} />;
  }
  if (secondStep && !ended) {
    return <SecondStep />;
  }
  const email = user.email ?? "";
  return (
    <Layout
      // Nothing of one person's screen is for the next.
      key={user.id}
      email={email}
      palette={palette}
      waiting={waiting}
      notice={link && <LinkNotice closable />}
      dialog={ended && <SignInAgain email={email} />}
    >
      {children}
    </Layout>
  );
}
