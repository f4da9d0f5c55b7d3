import { productName } from "../../api/page-settings.ts";
import { useAuth } from "../../api/session/AuthProvider.tsx";
import { paths } from "../../paths.ts";
import { usePath } from "../../router/RouterProvider.tsx";
import { laterBeside } from "../../ui/browser/later.tsx";
import { ProductMark } from "../../ui/figure/ProductMark.tsx";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { Entry, type Follow } from "./NavigationEntry.tsx";
import { accountNavigation, navigation } from "./navigation.ts";

/** Joins the main screens once it is known that there is a team; nothing waits for it. */
const TeamEntry = laterBeside(
  () => import("./TeamEntry.tsx").then((module) => module.TeamEntry),
  () => null,
);

/**
 * The content of sidebar and drawer: the product's name, the links to its main screens and, below, to the account's.
 */
export function Navigation({ onFollow }: Follow) {
  const { user } = useAuth();
  const path = usePath();
  return (
    <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col">
      <ScreenLink
        {...paths.dashboard()}
        onClick={onFollow}
        className="flex h-(--bar) shrink-0 items-center gap-2.5 px-5 text-base font-semibold tracking-tight"
      >
        <ProductMark />
        <span className="min-w-0 truncate">{productName}</span>
      </ScreenLink>
      <ul className="flex flex-1 flex-col gap-0.5 overflow-y-auto p-3">
        {navigation.map((destination) => (
          <Entry key={destination.target.to} destination={destination} path={path} onFollow={onFollow} />
        ))}
        <TeamEntry path={path} onFollow={onFollow} />
      </ul>
      <ul className="flex shrink-0 flex-col gap-0.5 border-t border-line p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {accountNavigation(user).map((destination) => (
          <Entry key={destination.target.to} destination={destination} path={path} onFollow={onFollow} />
        ))}
      </ul>
    </nav>
  );
}
