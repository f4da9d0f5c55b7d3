import {
  type DayRange,
  firstDay,
  lastDay,
  startOfMonth,
  startOfYear,
} from "@rounds/domain/calendar/calendar.ts";
import { type RawBuilder, sql } from "kysely";
import { type Piece, piecesOf } from "./pieces.ts";
import { inPieces, isOnePeriod, within } from "./queries.ts";

/**
 * The largest revenues over the days of a (widened) range, as `doctor_key` and `total`: at least as many as requested
 * and all with equal rank.
 */
export function topDoctorSums(range: DayRange, most: number): RawBuilder<unknown> {
  const pieces = piecesOf(range);
  const [piece] = pieces;
  if (!piece) return sql`select 0 as doctor_key, 0.00 as total where false`;
  return isOnePeriod(pieces) ? topOfPeriod(range, piece, most) : topOfPieces(range, pieces, most);
}

/** The index has the sums of one period in order; a doctor without recorded changes keeps that place. */
function topOfPeriod(range: DayRange, piece: Piece, most: number): RawBuilder<unknown> {
  const kept = sql`from doctor_periods where level = ${piece.level}::rollup_level and start = ${piece.first}::date`;
  return sql`
    with noted as materialized (${notedRevenues(range)})
    select doctor_key, sum(total) as total from (
      (
        select doctor_key, revenue as total ${kept}
        order by revenue desc
        fetch first (select ${sql.lit(most)} + count(distinct doctor_key) from noted) rows with ties
      )
      union
      select doctor_key, revenue ${kept} and doctor_key in (select doctor_key from noted)
      union all
      select doctor_key, total from noted
    ) as parts group by doctor_key
    order by total desc fetch first ${sql.lit(most)} rows with ties`;
}

/** Up to this many doctors, summing them one by one is faster than reading the sums of all. */
const mostSummedAlone = 1000;

/**
 * No doctor has a larger revenue over some days than over the longer periods that contain them, whose sums are fewer.
 * So the doctors with the largest sums there show what the last of the largest has at least, and only doctors who have
 * that there can have it in the range. A doctor with any change not folded in is always among them. Where these are too
 * many, as with doctors who are all alike, all are summed.
 */
function topOfPieces(range: DayRange, pieces: readonly Piece[], most: number): RawBuilder<unknown> {
  const around = periodsAround(range);
  const bounds = isOnePeriod(around)
    ? sql`not materialized (select doctor_key, revenue as total from doctor_periods where ${inPieces(around)})`
    : sql`materialized (
        select doctor_key, sum(revenue) as total from doctor_periods where ${inPieces(around)} group by doctor_key
      )`;
  const ofDoctor = pieces.map(
    (piece) => sql`(
      select coalesce(sum(revenue), 0) from doctor_periods as parts
      where parts.doctor_key = those.doctor_key and ${inPieces([piece])}
    )`,
  );
  const sum = sql`${sql.join(ofDoctor, sql` + `)}
    + coalesce((select total from noted where noted.doctor_key = those.doctor_key), 0)`;
  return sql`
    with noted as materialized (
      select rollup_key as doctor_key, coalesce(sum(revenue) filter (where ${within("day", range)}), 0) as total
      from rollup_changes join doctors on doctors.id = doctor_id group by rollup_key
    ),
    bounds as ${bounds},
    likely as materialized (select doctor_key from bounds order by total desc limit ${sql.lit(5 * most)}),
    least as materialized (
      select coalesce(min(total), 0) as total from (
        select ${sum} as total from likely as those order by total desc limit 1 offset ${sql.lit(most - 1)}
      ) as last
    ),
    possible as materialized (
      (
        select doctor_key from bounds
        where total >= (select total from least) limit ${sql.lit(mostSummedAlone + 1)}
      )
      union select doctor_key from noted
    ),
    choice as materialized (select count(*) <= ${sql.lit(mostSummedAlone)} as few from possible)
    select doctor_key, ${sum} as total from possible as those where (select few from choice)
    union all
    select doctor_key, sum(total) from (
      select doctor_key, revenue as total from doctor_periods
      where (${inPieces(pieces)}) and not (select few from choice)
      union all
      select doctor_key, total from noted where not (select few from choice)
    ) as parts group by doctor_key`;
}

/** How many years are summed; the sum of everything takes the place of more. */
const mostYears = 3;

/** A few long periods that together contain a range. */
function periodsAround({ from = firstDay, to = lastDay }: DayRange): Piece[] {
  const month = startOfMonth(to);
  if (from >= month) return [{ level: "month", first: month, last: month }];
  const years = { first: startOfYear(from), last: startOfYear(to) };
  const count = Number(years.last.slice(0, 4)) - Number(years.first.slice(0, 4)) + 1;
  return count <= mostYears ? [{ level: "year", ...years }] : piecesOf({});
}

function notedRevenues(range: DayRange): RawBuilder<unknown> {
  return sql`
    select rollup_key as doctor_key, revenue as total
    from rollup_changes join doctors on doctors.id = doctor_id where ${within("day", range)}`;
}
