import { usePeople } from "../../api/people.ts";
import { useRefusals } from "../../api/permissions.ts";
import { type Destination, performance } from "./navigation.ts";

/** The screens that compare people: none for somebody who works alone or may not see them. `read` asks who works here. */
export function useTeamScreens({ read = false } = {}): readonly Destination[] {
  const { isTeam } = usePeople({ read });
  const refusal = useRefusals().of("see_figures_of_all");
  return isTeam && !refusal ? [performance] : [];
}
