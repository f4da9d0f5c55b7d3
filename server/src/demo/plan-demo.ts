import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import type { Movement } from "../stock/ledger.ts";
import { type DemoVisit, planVisits } from "./diary.ts";
import { type DemoDoctor, makeDoctors } from "./doctors.ts";
import { makeTeam, patchesOf, type TeamMember } from "./people.ts";
import { type DemoProduct, makeProducts } from "./products.ts";
import { planSupply } from "./supply.ts";
import { firstDayOf } from "./workdays.ts";

const seed = 20_240_815;

/** Everything to be entered; visits and supply oldest first. */
export type Demo = {
  people: TeamMember[];
  doctors: DemoDoctor[];
  products: DemoProduct[];
  visits: DemoVisit[];
  supply: Movement[];
};

/** The demo of a day: always the same for the same day. */
export function planDemo(today: Day): Demo {
  const random = createRandom(seed);
  const firstDay = firstDayOf(today);
  const people = makeTeam(today, random);
  const patches = patchesOf(people);
  const doctors = makeDoctors(firstDay, patches, random);
  const products = makeProducts(firstDay, random);
  const visits = planVisits({ doctors, products, patches, firstDay, today, random });
  return {
    people,
    doctors,
    products,
    visits,
    supply: planSupply({ products, visits, firstDay, today, random }),
  };
}
