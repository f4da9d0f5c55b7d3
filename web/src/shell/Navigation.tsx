import { Link } from "@tanstack/react-router";
import { productName } from "../api/page-settings.ts";
import { paths } from "../paths.ts";
import { ProductMark } from "../ui/ProductMark.tsx";
import { navigation } from "./navigation.ts";

/** What sidebar and drawer hold: the product's name and the links to its main screens. */
export function Navigation({ onFollow }: { onFollow?: () => void }) {
  return (
    <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col">
      <Link
        {...paths.dashboard()}
        onClick={onFollow}
        className="flex h-(--bar) items-center gap-2.5 px-5 text-base font-semibold tracking-tight"
      >
        <ProductMark />
        <span className="min-w-0 truncate">{productName}</span>
      </Link>
      <ul className="flex flex-1 flex-col gap-0.5 overflow-y-auto p-3">
        {navigation.map(({ label, target, icon: Icon }) => (
          <li key={target.to}>
            <Link
              {...target}
              activeOptions={{ exact: target.to === "/", includeSearch: false }}
              onClick={onFollow}
              className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-muted transition-colors duration-120 hover:bg-sunken hover:text-ink lg:min-h-10 touch:min-h-11"
              activeProps={{
                className: "!bg-accent-soft !text-accent-strong",
              }}
            >
              <Icon size={18} aria-hidden="true" className="shrink-0" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
