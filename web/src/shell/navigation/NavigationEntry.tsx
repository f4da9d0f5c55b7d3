import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import type { Destination } from "./navigation.ts";

export type Follow = { onFollow?: (() => void) | undefined };

/** A screen's link. */
export function Entry({ destination, path, onFollow }: Follow & { destination: Destination; path: string }) {
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
