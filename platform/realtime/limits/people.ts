import { multiplied } from "@rounds/http/limit.ts";
import { type Allowance, createAllowance, type Rate, scaled } from "./allowance.ts";

/**
 * The limits of one person on a server, over all sockets and devices; `LIMIT_FACTOR` multiplies them. A page needs one
 * socket, one channel and a few hundred bytes a minute.
 */
const limits = {
  sockets: 100,
  /** The cost of comparing one changed row with all filters, relative to one plain comparison. */
  filterCost: 1000,
  /** Bytes of presence payloads, which all servers store. */
  keptBytes: 256 * 1024,
};
const messages: Rate = { perSecond: 100, burst: 300 };
const bytes: Rate = { perSecond: 128 * 1024, burst: 2 * 1024 * 1024 };

/** What a person uses and may still use; the numbers are updated by the code that takes and returns. */
export type Person = {
  sockets: number;
  filterCost: number;
  keptBytes: number;
  messages: Allowance;
  bytes: Allowance;
};

export type People = ReturnType<typeof createPeople>;

/** Everybody who listens or sends on this server, by user id. */
export function createPeople(factor: number) {
  const people = new Map<string, Person>();

  return {
    of(user_id: string): Person {
      const known = people.get(user_id);
      if (known) return known;
      const person = {
        sockets: 0,
        filterCost: 0,
        keptBytes: 0,
        messages: createAllowance(scaled(messages, factor)),
        bytes: createAllowance(scaled(bytes, factor)),
      };
      people.set(user_id, person);
      return person;
    },
    /** Whether a person may take this much more of something that is returned later. */
    allows: (person: Person, what: keyof typeof limits, more: number): boolean =>
      person[what] + more <= multiplied(limits[what], factor),
    /** Forgets people who use nothing and owe nothing. Their channels may be on a socket that is somebody else's by now. */
    tidy(): void {
      for (const [user_id, { sockets, filterCost, keptBytes, messages, bytes }] of people) {
        const uses = sockets > 0 || filterCost > 0 || keptBytes > 0;
        if (!uses && messages.isFull() && bytes.isFull()) people.delete(user_id);
      }
    },
  };
}
