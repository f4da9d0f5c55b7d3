import { Navigation } from "./Navigation.tsx";

/** The fixed sidebar of large screens. */
export function Sidebar() {
  return (
    <div className="fixed inset-y-0 left-0 z-30 hidden w-60 flex-col border-r border-line bg-surface lg:flex print:hidden">
      <Navigation />
    </div>
  );
}
