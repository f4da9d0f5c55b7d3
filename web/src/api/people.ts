import { peopleRoute } from "@rounds/domain/coverage/people-route.ts";
import { useQuery } from "@tanstack/react-query";
import { nameOf } from "./person-name.ts";
import { readQuery } from "./reading.ts";
import { useAuth } from "./session/AuthProvider.tsx";

/** Everybody to whom a doctor can belong. */
export const peopleQuery = readQuery(["coverage", "representatives"], peopleRoute, {});

/**
 * The people of the team, who "Me" is, and whether there is anybody else. Lists show them once they are known; `read` asks
 * for them.
 */
export function usePeople({ read = false } = {}) {
  const { user } = useAuth();
  const { data } = useQuery({ ...peopleQuery, enabled: read });
  const people = data?.rows ?? [];
  return { me: user?.id, people, isTeam: people.some(({ id }) => id !== user?.id) };
}

/** Whose rows a filter shows, in words; nothing if it does not filter. `nobody` says what belongs to nobody. */
export function useWhose(value: string | undefined, nobody: string): string | undefined {
  const { me, people } = usePeople();
  if (!value) return undefined;
  if (value === "nobody") return nobody;
  if (value === "me" || value === me) return "Me";
  return people.length === 0 ? "…" : nameOf(people, value);
}

/** The name of somebody else, once it is known; nothing for oneself and for nobody. */
export function useColleague(id: string | null): string | undefined {
  const { me, people } = usePeople();
  return id !== null && id !== me && people.length > 0 ? nameOf(people, id) : undefined;
}
