import { dayOf } from "@rounds/domain/calendar/calendar.ts";
import { now, today } from "../../api/clock.ts";
import { businessTimeZone } from "../../api/page-settings.ts";
import type { Asked } from "../../api/phone/from-phone.ts";
import type { Keeper } from "../keeper.ts";
import { endOf, resultOf } from "../requests.ts";
import type { Known } from "./read-here.ts";

/** The last answer to one question about figures that a phone can't compute from its rows. */
type SeenAnswer = { asked: string; at: number; data: object };

/** So many answers are kept, those that were given last. */
const maxAnswers = 40;
/** A longer one, as text, is not kept. */
const maxLength = 200_000;

/** Reports, the people, lists of the team, the plan of a day, saved views, permissions: everything that only the server can answer. */
const reports =
  /^\/api\/(?:dashboard|sales|inventory|coverage|performance|representatives|team|today|views|account\/permissions)(?:\/|$)/;
/** What is asked just before something is done must be true now. */
const mustBeNew = /\/deletion-effect$/;
/** A plan is as it is seen on one day. */
const ofOneDay = /^\/api\/today(?:\/(?:day|week))?$/;

/** Keeps the last figures that a person has seen, for when there is no connection. */
export function seenAnswers(keeper: Keeper) {
  const keyOf = ({ path, params, query }: Asked) => JSON.stringify([path, params, query]);
  const isReport = ({ path }: Asked) => reports.test(path) && !mustBeNew.test(path);
  return {
    /** Keeps what the server has answered just now. What can't be kept is not missed. */
    async keep(asked: Asked, data: unknown): Promise<void> {
      if (!isReport(asked) || typeof data !== "object" || data === null) return;
      if (JSON.stringify(data).length > maxLength) return;
      const answer: SeenAnswer = { asked: keyOf(asked), at: now(), data };
      await keeper.use(async (database) => {
        const write = database.transaction("seen", "readwrite");
        const store = write.objectStore("seen");
        await resultOf(store.put(answer));
        const over = (await resultOf(store.count())) - maxAnswers;
        const oldest = over > 0 ? await resultOf(store.index("at").getAllKeys(null, over)) : [];
        for (const key of oldest) store.delete(key);
        await endOf(write);
      });
    },
    /** The last answer to the same question, and when it was given. */
    async find(asked: Asked): Promise<Known | undefined> {
      if (!isReport(asked)) return undefined;
      const seen: SeenAnswer | undefined = await keeper.use((database) =>
        resultOf(database.transaction("seen").objectStore("seen").get(keyOf(asked))),
      );
      if (!seen || (ofOneDay.test(asked.path) && dayOf(seen.at, businessTimeZone) !== today()))
        return undefined;
      return { data: seen.data, as_of: seen.at };
    },
  };
}
