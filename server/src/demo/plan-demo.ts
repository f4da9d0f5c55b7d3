import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import type { Movement } from "../stock/ledger.ts";
import { type DemoVisit, planVisits } from "./diary.ts";
import { type DemoDoctor, makeDoctors } from "./doctors.ts";
import { type DemoProduct, makeProducts } from "./products.ts";
import { planSupply } from "./supply.ts";
import { firstDayOf } from "./workdays.ts";

const seed = 20_240_815;

/** Everything to be entered; visits and supply oldest first. */
export type Demo = {
  doctors: DemoDoctor[];
  products: DemoProduct[];
  visits: DemoVisit[];
  supply: Movement[];
};

/** The demo of a day: always the same for the same day. */
export function planDemo(today: Day): Demo {
  const random = createRandom(seed);
  const firstDay = firstDayOf(today);
  const doctors = makeDoctors(firstDay, random);
  const products = makeProducts(firstDay, random);
  const visits = planVisits({ doctors, products, firstDay, today, random });
  return { doctors, products, visits, supply: planSupply({ products, visits, firstDay, today, random }) };
}
