import { Entry, type Follow } from "./NavigationEntry.tsx";
import { useTeamScreens } from "./team-screens.ts";

/** The links to the screens that compare people, where there are any. */
export function TeamEntry(props: Follow & { path: string }) {
  return useTeamScreens({ read: true }).map((destination) => (
    <Entry key={destination.key} destination={destination} {...props} />
  ));
}
