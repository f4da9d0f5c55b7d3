import { LogOut, Menu, Search } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { IconButton } from "../../ui/control/IconButton.tsx";
import { ScreenLink } from "../../ui/navigation/ScreenLink.tsx";
import { ThemeSwitch } from "../theme/ThemeSwitch.tsx";
import { useSignOut } from "../useSignOut.tsx";

type Props = {
  email: string;
  menuOpen: boolean;
  onMenu: () => void;
  onSearch: () => void;
  /** What waits to be sent. */
  waiting: ReactNode;
};

/** The bar above every screen: the menu on small ones, the signed-in person, the search, the theme, signing out. */
export function TopBar({ email, menuOpen, onMenu, onSearch, waiting }: Props) {
  const { busy, begin, dialog } = useSignOut();
  // Where no message covers it: on the left on a desk, otherwise beside what is on the right.
  const search = <IconButton icon={Search} label="Search everything" onClick={onSearch} />;
  return (
    <header
      data-bar=""
      className="sticky top-0 z-20 flex h-(--bar) items-center gap-2 border-b border-line bg-surface px-2 sm:px-4 lg:px-8 print:hidden"
    >
      <span className="lg:hidden">
        <IconButton
          icon={Menu}
          label="Open menu"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={onMenu}
        />
      </span>
      <span className="max-lg:hidden">{search}</span>
      <p className="flex min-w-0 flex-1 items-baseline text-muted">
        <span className="shrink-0 whitespace-pre">Welcome, </span>
        <ScreenLink
          {...paths.account()}
          title={`Account: ${email}`}
          className="min-w-0 truncate rounded-sm leading-11 underline-offset-3 hover:text-ink hover:underline"
        >
          {email}
        </ScreenLink>
      </p>
      {waiting}
      <span className="lg:hidden">{search}</span>
      <span className="max-sm:hidden">
        <ThemeSwitch />
      </span>
      <IconButton icon={LogOut} label="Sign Out" disabled={busy} onClick={begin} />
      {dialog}
    </header>
  );
}
