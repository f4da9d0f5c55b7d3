import { z } from "zod";
import { pageNumber } from "../../paging/paging.ts";
import { recordId } from "../../records/record.ts";
import { doctor } from "../doctor.ts";

/** How many pairs are looked at for one answer, those first that share most; a decision about one makes room for another. */
export const mostPairs = 1000;
/** Pairs on one page. */
export const pairsOnPage = 10;

export const likelyPairsQuery = z.object({ page: pageNumber });
export type LikelyPairsQuery = z.input<typeof likelyPairsQuery>;

/** A doctor of a pair, with what people compare. */
const likelyDoctor = doctor
  .pick({
    id: true,
    name: true,
    specialization: true,
    hospital: true,
    contact_number: true,
    email: true,
    representative_id: true,
  })
  .extend({
    address: z.string().nullable(),
    visits: z.int().min(0),
    /** Whether others than the person who asks have recorded some of the visits. */
    visits_of_others: z.boolean(),
  });
export type LikelyDoctor = z.output<typeof likelyDoctor>;

/** Two doctors who are probably one, and why: "same phone, name sounds alike". */
const likelyPair = z.object({ one: likelyDoctor, other: likelyDoctor, reason: z.string() });
export type LikelyPair = z.output<typeof likelyPair>;

/** A page of pairs, the likeliest first. `is_limited`: there may be more than `mostPairs`. */
export const likelyPairs = z.object({
  rows: z.array(likelyPair),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
  is_limited: z.boolean(),
});
export type LikelyPairs = z.output<typeof likelyPairs>;

/** What a person has decided of a pair: they are two doctors, or nothing any more. */
export const pairDecision = z.strictObject({ one: recordId, other: recordId, are_two: z.boolean() });
export type PairDecision = z.output<typeof pairDecision>;
