import { type ComponentProps, type MouseEvent, useRef } from "react";
import type { Target } from "../../paths.ts";
import { useRouter } from "../../router/RouterProvider.tsx";
import { hrefOf } from "../../router/router.ts";

/** How long a pointer must rest on a link before the screen behind it is fetched, in milliseconds. */
const intent = 50;

type Props = Omit<ComponentProps<"a">, "href"> &
  Target & {
    /** Takes the place of this screen in the history. */
    replace?: boolean;
    /** Leads nowhere for now, and keeps the focus. */
    disabled?: boolean;
  };

/**
 * A link to another screen, whose code and data are on their way from the press on, and already when a pointer or the
 * focus rests on it.
 */
export function ScreenLink({ to, search, replace = false, disabled = false, onClick, ...rest }: Props) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const target = { to, search };
  const fetchNow = () => {
    clearTimeout(timer.current);
    router.preload(target);
  };
  const fetchSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(fetchNow, intent);
  };
  const stay = () => clearTimeout(timer.current);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    // These open another tab or window, or save the address.
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    stay();
    void router.navigate({ ...target, replace });
  };
  if (disabled) return <a {...rest} role="link" aria-disabled tabIndex={0} />;
  return (
    <a
      {...rest}
      href={hrefOf(target)}
      onClick={follow}
      onPointerDown={fetchNow}
      onMouseEnter={fetchSoon}
      onMouseLeave={stay}
      onFocus={fetchSoon}
      onBlur={stay}
    />
  );
}
