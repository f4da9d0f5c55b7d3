import { z } from "zod";
import { isDay } from "./calendar.ts";

/** One end of a date range in a query; an empty text sets no limit. */
export const dayFilter = z
  .string()
  .refine((value) => value === "" || isDay(value), "Please enter a date")
  .default("");
