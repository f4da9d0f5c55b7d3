import { type ComponentType, useEffect } from "react";
import { type Away, later, NotLoaded } from "../ui/browser/later.tsx";
import { PagePending } from "./PagePending.tsx";

/** A screen: the only export of a module that is loaded when somebody goes there, or points at a link to it. */
export function laterScreen(load: () => Promise<Record<string, ComponentType>>, style?: () => Promise<void>) {
  return later(
    // The test beside this file holds every screen to one.
    async () => Object.values(await load())[0] as ComponentType,
    (_, away) => (away.failed ? <NoScreen {...away} /> : <PagePending />),
    style,
  );
}

/** A screen that is often the first one: its style is in styles.css, so it needs no other. */
export const firstScreen: typeof laterScreen = (load) => laterScreen(load, async () => {});

/** In the place of a screen; what surrounds it stays. */
function NoScreen(away: Away) {
  useEffect(() => void loadNewerPage(), []);
  return <NotLoaded {...away} />;
}

/** Loads the page again if the server has a newer one: this one's files may be gone. */
async function loadNewerPage(): Promise<void> {
  // Without an answer it would only be replaced by the browser's own error.
  const newest = await fetch("/")
    .then((answer) => (answer.ok ? answer.text() : null))
    .catch(() => null);
  const own = [...document.querySelectorAll("script[type=module]")].map((script) =>
    script.getAttribute("src"),
  );
  if (newest && !own.every((file) => newest.includes(file ?? ""))) location.reload();
}
