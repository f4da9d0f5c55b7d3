import { useCallback } from "react";
import { sessionState } from "../../api/session/session.ts";
import { useRouter } from "../../router/RouterProvider.tsx";
import { toast } from "../../ui/message/toast.ts";

/**
 * For a form that is left before the server has answered. Call it before leaving; the returned function leads back to
 * the form. If the person has gone on to another screen meanwhile, or is somebody else, it does not take them away:
 * a message that stays, `text`, links to the form.
 */
export function useComeBack(): () => (text: string) => Promise<void> {
  const router = useRouter();
  return useCallback(() => {
    const { pathname, href } = router.location;
    const form = { to: href };
    const person = sessionState().user?.id;
    const landed = new Promise<string>((resolve) => {
      const stop = router.onArrival((at) => {
        if (at.pathname === pathname) return;
        stop();
        resolve(at.pathname);
      });
    });
    return async (text) => {
      const after = await landed;
      if (sessionState().user?.id !== person) return;
      if (router.location.pathname === after) await router.navigate(form);
      else toast.error(text, { duration: 0, link: { label: "Open what you typed", target: form } });
    };
  }, [router]);
}
