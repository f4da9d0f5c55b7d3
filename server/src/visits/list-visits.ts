import type { Database } from "@rounds/database/connect.ts";
import { containing } from "@rounds/database/search.ts";
import { countAll, onePage, onlyRow } from "@rounds/database/select.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import type { Tables } from "@rounds/database/tables.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import { addDays, type Day, type DayRange, lastDay } from "@rounds/domain/calendar/calendar.ts";
import { clampPage } from "@rounds/domain/paging/paging.ts";
import { searchTerms, searchWords } from "@rounds/domain/text/search-words.ts";
import type { UpcomingVisits, VisitDay, VisitFilters, VisitList } from "@rounds/domain/visits/visit-list.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { countsByDay, findPageStart, plainOffset, type VisitCount } from "../rollups/page-start.ts";
import { countOfPerson } from "../rollups/person-sums.ts";
import { piecesOf } from "../rollups/pieces.ts";
import { isOnePeriod, readTotals, type Totals, within } from "../rollups/queries.ts";
import { type Asker, personOf, unsignedVisitsOf, visitsOf } from "../team/whose.ts";
import { readCountedFrequencies, readKeptFrequencies } from "./frequencies.ts";
import { inOrder, orderOf, type VisitOrder } from "./order.ts";
import { readVisitRows } from "./queries.ts";

type Visits = SelectQueryBuilder<Tables, "visits", unknown>;

/**
 * One page of the visit list with its counts and, for a valid date range, how often each doctor was visited:
 * everything on the screen, under the same filters and from one moment.
 */
export async function listVisits(db: Database, filters: VisitFilters, asker: Asker): Promise<VisitList> {
  const { today } = asker;
  const { start_date, end_date, page_size } = filters;
  const ranged = start_date !== "" && end_date !== "";
  if (ranged && end_date < start_date) {
    return {
      days: [],
      upcoming: await readUpcoming(
        db,
        countedVisits(filters) ?? (await applyFilters(db, filters, asker)),
        today,
      ),
      rows: [],
      total: 0,
      page: 1,
      page_size,
      unfiltered: 0,
      frequencies: [],
      frequency_doctors: 0,
    };
  }
  const range: DayRange = ranged ? { from: start_date, to: end_date } : {};
  const offset = (filters.page - 1) * page_size;
  // Nothing has to be known before the rows and the card can be read: a person's card is counted from the rows.
  const isKept = filters.representative ? !ranged : isOnePeriod(piecesOf(range));
  const endsAtOnce = countedOfPerson(filters) !== undefined && offset <= plainOffset && isKept;
  const list = await snapshot(db, (tx) => readList(tx, filters, range, asker, endsAtOnce), { endsAtOnce });
  const page = clampPage(filters.page, list.total, page_size);
  return page === list.page ? list : await listVisits(db, { ...filters, page }, asker);
}

/** The list with the rows of its page; `atOnce` reads them without knowing whether there are that many. */
async function readList(
  tx: Database,
  filters: VisitFilters,
  range: DayRange,
  asker: Asker,
  atOnce: boolean,
): Promise<VisitList> {
  const { today } = asker;
  const { page_size } = filters;
  const order = orderOf(filters, today);
  const counted = countedVisits(filters);
  const filtered = await applyFilters(tx, filters, asker);
  const inRange = filtered.where(within("visit_date", range));
  const ownCount = countedOfPerson(filters);
  const person = personOf(filters.representative, asker);
  /** Rows that no rollup of everybody's counts. */
  async function countRows() {
    if (!person || !ownCount) return await countAll(inRange);
    const unsigned = withStatus(unsignedVisitsOf(tx, person, asker), filters);
    return await countOfPerson(
      tx,
      { person, range, counted: ownCount },
      unsigned.where(within("visit_date", range)),
    );
  }
  async function readCard() {
    if (range.from === undefined) return undefined;
    return await (counted ? readKeptFrequencies(tx, range, counted) : readCountedFrequencies(tx, inRange));
  }
  const [totals, card, uncounted, upcoming, first] = await Promise.all([
    readTotals(tx, range),
    readCard(),
    counted || range.from !== undefined ? 0 : countRows(),
    readUpcoming(tx, counted ?? (atOnce ? filtered.modifyEnd(plannedOnce) : filtered), today),
    atOnce ? readPageAtOnce(tx, filtered, inRange, filters, order) : undefined,
  ]);
  const total = counted ? countOf(totals, counted) : (card?.total ?? uncounted);
  const page = atOnce ? filters.page : clampPage(filters.page, total, page_size);
  const { rows, days } =
    first ?? (await readPage(tx, filtered, range, { counted, order }, { total, page, page_size }));
  return {
    rows,
    total,
    page,
    page_size,
    unfiltered: totals.visits,
    frequencies: card?.frequencies ?? [],
    frequency_doctors: card?.frequency_doctors ?? 0,
    days,
    upcoming,
  };
}

type Page = Pick<VisitList, "rows" | "days">;

/** A page near the first one, with its days, which PostgreSQL finds itself. */
async function readPageAtOnce(
  tx: Database,
  filtered: Visits,
  inRange: Visits,
  { page, page_size }: VisitFilters,
  order: VisitOrder,
): Promise<Page> {
  const offset = (page - 1) * page_size;
  const chosen = onePage(inOrder(inRange.select("visits.id"), order), page_size, offset);
  const days = onePage(inOrder(inRange.select("visit_date"), order), page_size, offset);
  const [rows, totals] = await Promise.all([
    readVisitRows(tx, chosen.modifyEnd(plannedOnce), order),
    readVisitDays(filtered, sql`array(${days.modifyEnd(plannedOnce)})`, order),
  ]);
  return { rows, days: totals };
}

/** A page among that many rows, found by the days before it if it is far from the first one. */
async function readPage(
  tx: Database,
  filtered: Visits,
  range: DayRange,
  { counted, order }: { counted: VisitCount | undefined; order: VisitOrder },
  { total, page, page_size }: Pick<VisitList, "total" | "page" | "page_size">,
): Promise<Page> {
  if (total === 0) return { rows: [], days: [] };
  const offset = (page - 1) * page_size;
  // The days before a page are counted from the newest one; visits still to come are few enough to skip.
  const jump = counted && order === "desc" && offset > plainOffset;
  const start = jump ? await findPageStart(tx, range, counted, offset) : undefined;
  const chosen = filtered.where(within("visit_date", start ? { ...range, to: start.day } : range));
  const rows = await readVisitRows(
    tx,
    onePage(inOrder(chosen.select("visits.id"), order), page_size, start?.skip ?? offset),
    order,
  );
  const days = [...new Set(rows.map((row) => row.visit_date))];
  return { rows, days: await readVisitDays(filtered, sql`${days}::date[]`, order) };
}

/** The days of an array with their visits' totals, in the order of the list. */
async function readVisitDays(
  visits: Visits,
  days: RawBuilder<unknown>,
  order: VisitOrder,
): Promise<VisitDay[]> {
  return await visits
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("sales")
          .select(sql<string>`sum(total_amount)`.as("sold"))
          .whereRef("sales.visit_id", "=", "visits.id")
          .as("lines"),
      (join) => join.onTrue(),
    )
    .select([
      "visit_date as day",
      sql<number>`count(*)`.as("visits"),
      sql<string>`coalesce(sum(lines.sold), 0.00)`.as("total_sales"),
    ])
    .where(sql<boolean>`visit_date = any(${days})`)
    .groupBy("visit_date")
    .orderBy("visit_date", order)
    .execute();
}

/** The visits after today: those of a count that is kept by day, or any others. */
async function readUpcoming(db: Database, visits: VisitCount | Visits, today: Day): Promise<UpcomingVisits> {
  // With an end, so that PostgreSQL expects few of them whichever day it plans for.
  const later = { from: addDays(today, 1), to: lastDay };
  const counts =
    typeof visits === "string"
      ? countsByDay(later, visits)
      : sql`${visits.select(["visit_date as day", sql<number>`1`.as("count")]).where(within("visit_date", later))}`;
  const answer = await sql<UpcomingVisits>`
    select coalesce(sum(count), 0)::bigint as visits, max(day) filter (where count > 0) as last_day
    from (select day, sum(count) as count from (${counts}) as counts group by day) as days
    ${typeof visits === "string" ? plannedOnce : sql``}`.execute(db);
  return onlyRow(answer);
}

/** Which visits of a day match the filters; undefined if no rollup counts them. */
function countedVisits(filters: VisitFilters): VisitCount | undefined {
  return filters.representative ? undefined : countedOfPerson(filters);
}

/** The same of one person's visits. */
function countedOfPerson({ status, city, search }: VisitFilters): VisitCount | undefined {
  if (city || searchWords(search).length > 0) return undefined;
  if (status === "") return "visits";
  return status === "completed" ? "completed_visits" : "other_visits";
}

function countOf(
  { visits, completed_visits }: Pick<Totals, "visits" | "completed_visits">,
  counted: VisitCount,
): number {
  if (counted === "visits") return visits;
  return counted === "completed_visits" ? completed_visits : visits - completed_visits;
}

/** The visits that the filters of the list let through, with its date range. */
export async function filteredVisits(
  db: Database,
  filters: Omit<VisitFilters, "page" | "page_size">,
  asker: Asker,
): Promise<Visits> {
  const { start_date: from, end_date: to } = filters;
  const visits = await applyFilters(db, filters, asker);
  if (from === "" || to === "") return visits;
  return to < from ? visits.where(sql<boolean>`false`) : visits.where(within("visit_date", { from, to }));
}

/** The filters besides the date range: status, whose, whole address of the doctor, free text. */
async function applyFilters(
  db: Database,
  filters: Pick<VisitFilters, "status" | "city" | "representative" | "search">,
  asker: Asker,
): Promise<Visits> {
  const person = personOf(filters.representative, asker);
  const whose = person === undefined ? db.selectFrom("visits") : visitsOf(db, person, asker);
  let filtered = withStatus(whose, filters);
  if (filters.city) {
    const living = db
      .selectFrom("doctors")
      .select("id")
      .where("address_key", "=", sql<string>`city_key(${filters.city})`);
    filtered = filtered.where("doctor_id", "in", living);
  }
  // Each word in the doctor or in the visit: "asha samples" finds the samples that Dr. Asha Rao asked for. Notes keep the
  // signs within a number, which doctors are searched without.
  for (const { word, typed } of searchTerms(filters.search)) {
    const meant = await doctorsMeant(db, word);
    const written = [...new Set([word, typed])];
    filtered = filtered.where((eb) =>
      eb.or([
        eb("doctor_id", "in", meant),
        ...written.map((text) => eb(searchedText(word), "like", containing(text))),
      ]),
    );
  }
  return filtered;
}

function withStatus(visits: Visits, { status }: Pick<VisitFilters, "status">): Visits {
  return status ? visits.where("status", status === "completed" ? "=" : "<>", "completed") : visits;
}

/**
 * The text of a visit in which to search for a word. A word of one or two letters contains no trigram: PostgreSQL
 * would read the whole index and then all visits, so the query avoids the index.
 */
function searchedText(word: string) {
  return word.length < 3 ? sql<string>`visits.search || ''` : sql.ref<string>("visits.search");
}

/** Beyond this many doctors a list of their ids costs more than looking each up. */
const listedDoctors = 500;

/**
 * The doctors that match a word. Few are given as ids, so that PostgreSQL can find their visits by index, also in an
 * OR with the notes; many as a query, which it turns into a hash.
 */
async function doctorsMeant(db: Database, word: string) {
  const named = db.selectFrom("doctors").select("id").where("search_words", "like", containing(word));
  const few = await named.limit(listedDoctors + 1).execute();
  if (few.length > listedDoctors) return named;
  // An empty list is not valid SQL; the nil id belongs to nobody.
  return few.length === 0 ? ["00000000-0000-0000-0000-000000000000"] : few.map((doctor) => doctor.id);
}
