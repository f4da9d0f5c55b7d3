import type { Database } from "@rounds/database/connect.ts";
import { containing } from "@rounds/database/search.ts";
import { countAll } from "@rounds/database/select.ts";
import type { Tables } from "@rounds/database/tables.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { doctorTypes } from "@rounds/domain/doctors/doctor.ts";
import type { DoctorOption, DoctorOptions, doctorPickerQuery } from "@rounds/domain/doctors/doctor-list.ts";
import {
  maxDoctorOptions,
  maxDoctorsCounted,
  recentOffered,
  scheduledOffered,
  visitsLookedAt,
} from "@rounds/domain/doctors/picker-limits.ts";
import { classOf, pickerTerms } from "@rounds/domain/doctors/picker-terms.ts";
import type { SelectQueryBuilder } from "kysely";
import type { z } from "zod";
import type { Actor } from "../api/context.ts";
import { isCall, isPlanned } from "../visits/calls.ts";
import { inOrder } from "../visits/order.ts";

type Doctors = SelectQueryBuilder<Tables, "doctors", unknown>;

/** The first doctors that match a typed text, starting with those whom the person probably wants. */
export async function pickDoctors(
  db: Database,
  { search, also }: z.output<typeof doctorPickerQuery>,
  actor: Actor,
  today: Day,
): Promise<DoctorOptions> {
  const meant = findMeant(db, search, also === "city");
  const counted = db.selectFrom(
    meant
      .select("id")
      .limit(maxDoctorsCounted + 1)
      .as("doctors"),
  );
  const [total, near] = await Promise.all([countAll(counted), readNear(db, meant, actor, today)]);
  let others = options(meant)
    .orderBy("name_key")
    .orderBy("id")
    .limit(maxDoctorOptions - near.length);
  const ids = near.map(({ id }) => id);
  if (ids.length > 0) others = others.where("id", "not in", ids);
  const rest = await others.execute();
  return { rows: [...near, ...rest.map((doctor) => ({ ...doctor, group: "others" as const }))], total };
}

/** Of these doctors, those whom the person has scheduled for today, then those visited last. */
async function readNear(db: Database, meant: Doctors, actor: Actor, today: Day): Promise<DoctorOption[]> {
  const [scheduled, recent] = await Promise.all([
    readScheduled(db, actor, today),
    readRecent(db, actor, today),
  ]);
  const ids = [...new Set([...scheduled, ...recent])];
  if (ids.length === 0) return [];
  const doctors = await options(meant.where("id", "in", ids)).execute();
  const known = new Map(doctors.map((doctor) => [doctor.id, doctor]));
  const offer = (of: readonly string[], group: DoctorOption["group"], most: number) =>
    of
      .flatMap((id) => known.get(id) ?? [])
      .slice(0, most)
      .map((doctor) => ({ ...doctor, group }));
  const first = offer(scheduled, "scheduled", scheduledOffered);
  for (const { id } of first) known.delete(id);
  return [...first, ...offer(recent, "recent", recentOffered)];
}

function options(doctors: Doctors) {
  return doctors.select(["id", "name", "specialization", "doctor_type", "doctor_class", "hospital", "city"]);
}

/**
 * The doctors that match a text: all if it is empty. Each word matches name, specialization, type or class, or also the
 * city.
 */
function findMeant(db: Database, search: string, alsoCity: boolean): Doctors {
  let doctors: Doctors = db.selectFrom("doctors");
  const { words, doctor_class } = pickerTerms(search);
  if (doctor_class) doctors = doctors.where("doctor_class", "=", doctor_class);
  for (const word of words) {
    // Only a word that can be a class or a type is compared with those, so that any other uses the search index.
    const meant = classOf(word);
    const types = doctorTypes.filter((type) => word.length > 1 && type.startsWith(word));
    doctors = doctors.where((eb) =>
      eb.or([
        eb("picker_words", "like", containing(word)),
        ...(alsoCity ? [eb("city_key", "like", containing(word))] : []),
        ...(meant ? [eb("doctor_class", "=", meant)] : []),
        ...(types.length > 0 ? [eb("doctor_type", "in", types)] : []),
      ]),
    );
  }
  return doctors;
}

function visitsOf(db: Database, actor: Actor) {
  return db.selectFrom("visits").select("doctor_id").where("created_by", "=", actor.id);
}

/** The doctors whom the person has scheduled for today, in the order entered. */
async function readScheduled(db: Database, actor: Actor, today: Day): Promise<string[]> {
  const visits = await visitsOf(db, actor)
    .where("visit_date", "=", today)
    .where(isPlanned())
    .orderBy("id")
    .limit(visitsLookedAt)
    .execute();
  return distinct(visits);
}

/** The doctors whom the person visited last, the latest first. */
async function readRecent(db: Database, actor: Actor, today: Day): Promise<string[]> {
  const calls = visitsOf(db, actor).where(isCall(today));
  const visits = await inOrder(calls, "desc").limit(visitsLookedAt).execute();
  return distinct(visits);
}

function distinct(visits: readonly { doctor_id: string }[]): string[] {
  return [...new Set(visits.map(({ doctor_id }) => doctor_id))];
}
