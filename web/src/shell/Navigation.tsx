import { useLocation } from "@tanstack/react-router";
import { useAuth } from "../api/AuthProvider.tsx";
import { productName } from "../api/page-settings.ts";
import { paths } from "../paths.ts";
import { ProductMark } from "../ui/ProductMark.tsx";
import { ScreenLink } from "../ui/ScreenLink.tsx";
import { accountNavigation, type Destination, navigation } from "./navigation.ts";

type Follow = { onFollow?: (() => void) | undefined };

/**
 * The content of sidebar and drawer: the product's name, the links to its main screens and, below, to the account's.
 */
export function Navigation({ onFollow }: Follow) {
  const { user } = useAuth();
  const path = useLocation({ select: ({ pathname }) => pathname });
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
      </ul>
      <ul className="flex shrink-0 flex-col gap-0.5 border-t border-line p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {accountNavigation(user).map((destination) => (
          <Entry key={destination.target.to} destination={destination} path={path} onFollow={onFollow} />
        ))}
      </ul>
    </nav>
  );
}

function Entry({ destination, path, onFollow }: Follow & { destination: Destination; path: string }) {
  const { label, target, icon: Icon } = destination;
  const isHere = path === target.to || (target.to !== "/" && path.startsWith(`${target.to}/`));
  return (
    <li>
      <ScreenLink
        {...target}
        aria-current={isHere ? "page" : undefined}
        onClick={onFollow}
        className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-muted transition-colors duration-120 hover:bg-sunken hover:text-ink lg:min-h-10 touch:min-h-11 aria-[current]:bg-accent-soft! aria-[current]:text-accent-strong!"
      >
        <Icon size={18} aria-hidden="true" className="shrink-0" />
        {label}
      </ScreenLink>
    </li>
  );
}
