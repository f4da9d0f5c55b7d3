import type { Representative } from "@rounds/domain/coverage/settings.ts";

/** The name of one of these people. */
export function nameOf(people: readonly Representative[], id: string): string {
  return people.find((person) => person.id === id)?.name ?? "Somebody else";
}
