import type { Day } from "../calendar/calendar.ts";
import { alikeAmong } from "../doctors/alike.ts";
import { doctorTypes } from "../doctors/choices.ts";
import { cityOf } from "../doctors/city.ts";
import type { Doctor } from "../doctors/doctor.ts";
import type {
  DoctorAlikeQuery,
  DoctorList,
  DoctorListQuery,
  DoctorOption,
  DoctorOptions,
  DoctorPickerQuery,
  DoctorPlaces,
  DoctorsAlike,
} from "../doctors/doctor-list.ts";
import {
  maxDoctorOptions,
  maxDoctorsCounted,
  recentOffered,
  scheduledOffered,
  visitsLookedAt,
} from "../doctors/picker-limits.ts";
import { classOf, pickerTerms } from "../doctors/picker-terms.ts";
import { cityKey, cityName, mostWritten } from "../doctors/same-city.ts";
import { pageAtHand, pageSize } from "../paging/page.ts";
import { isWhose } from "../records/is-whose.ts";
import { remembered } from "../records/remembered.ts";
import { byCodePoint, nameKey } from "../text/name-key.ts";
import { holdsWords, searchWords } from "../text/search-words.ts";
import { isCall, lastCalls } from "../visits/calls.ts";
import { newestFirst } from "../visits/order.ts";

/** What the doctor list needs of a visit. */
type VisitOfDoctor = {
  id: string;
  doctor_id: string;
  visit_date: Day;
  status: string;
  created_by: string | null;
};

/** Rows that are all at hand, such as those on a phone: their answers equal the server's over the same rows. */
type DoctorsAtHand = { doctors: Iterable<Doctor>; visits: Iterable<VisitOfDoctor>; today: Day };

/** A doctor's name to sort by. */
const keyOf = remembered(({ name }: Doctor) => nameKey(name));

function byName(one: Doctor, other: Doctor): number {
  return byCodePoint(keyOf(one), keyOf(other)) || byCodePoint(one.id, other.id);
}

/** One page of doctors by name, as `GET /api/doctors` answers to this person. */
export function listDoctorsAtHand(
  { doctors, visits, today }: DoctorsAtHand,
  query: DoctorListQuery,
  person: string | null,
): DoctorList {
  const {
    search = "",
    doctor_class = "",
    doctor_type = "",
    city = "",
    representative = "",
    page = 1,
    page_size = pageSize,
  } = query;
  const words = searchWords(search);
  const place = cityKey(city);
  const all = [...doctors];
  const found = all.filter(
    (doctor) =>
      (doctor_class === "" || doctor.doctor_class === doctor_class) &&
      (doctor_type === "" || doctor.doctor_type === doctor_type) &&
      isWhose(representative, doctor.representative_id, person) &&
      (city.trim() === "" || (doctor.address !== null && cityKey(cityOf(doctor.address)) === place)) &&
      holdsWords(textOf(doctor), words),
  );
  const list = pageAtHand(found.sort(byName), Number(page), Number(page_size));
  const last = lastCalls(visits, today);
  const rows = list.rows.map((doctor) => ({ ...doctor, last_visit: last.get(doctor.id) ?? null }));
  return { ...list, rows, unfiltered: all.length };
}

/** The text of a doctor that is searched. */
export function textOf({ name, specialization, hospital }: Doctor): string {
  return `${name}\n${specialization ?? ""}\n${hospital ?? ""}`;
}

/** The choices of the City filters, as `GET /api/doctors/places` answers. */
export function placesAtHand(doctors: Iterable<Doctor>): DoctorPlaces {
  const addresses = [...doctors].flatMap(({ address }) => address ?? []);
  const cities = addresses.map(cityOf);
  return {
    cities: mostWritten(cities.map((city) => ({ key: cityKey(city), text: cityName(city), count: 1 }))),
    addresses: mostWritten(
      addresses.map((address) => ({ key: cityKey(address), text: address.trim(), count: 1 })),
    ),
  };
}

/** The city of the doctor whom the person added last, as `GET /api/doctors/last-city` answers. */
export function lastCityAtHand(doctors: Iterable<Doctor>, person: string): { city: string } {
  let last: Doctor | undefined;
  for (const doctor of doctors) {
    if (doctor.created_by !== person || doctor.address === null) continue;
    if (!last || doctor.created_at > last.created_at) last = doctor;
    else if (doctor.created_at === last.created_at && doctor.id > last.id) last = doctor;
  }
  return { city: cityOf(last?.address ?? null) };
}

/** The doctors like one that is typed, as `GET /api/doctors/alike` answers. */
export function doctorsAlikeAtHand(
  doctors: Iterable<Doctor>,
  { name = "", city = "", phone = "", except = "" }: Partial<DoctorAlikeQuery>,
): DoctorsAlike {
  const others = [...doctors].filter(({ id }) => id !== except);
  const rows = alikeAmong({ name, city, phone }, others);
  return { rows: rows.map(({ id, name, address }) => ({ id, name, city: cityIn(address) })) };
}

/** The city of an address; null without one. */
function cityIn(address: string | null): string | null {
  return address === null ? null : cityOf(address);
}

/** The first doctors that match a typed text, as `GET /api/doctors/choices` answers to this person. */
export function pickDoctorsAtHand(
  { doctors, visits, today }: DoctorsAtHand,
  { search = "", also = "" }: DoctorPickerQuery,
  person: string,
): DoctorOptions {
  const isMeant = meant(search, also === "city");
  const found = new Map<string, Doctor>();
  for (const doctor of doctors) if (isMeant(doctor)) found.set(doctor.id, doctor);
  const total = Math.min(found.size, maxDoctorsCounted + 1);
  const rows: DoctorOption[] = [];
  const offer = (ids: readonly string[], group: DoctorOption["group"], most: number) => {
    let offered = 0;
    for (const id of ids) {
      const doctor = found.get(id);
      if (!doctor || offered === most) continue;
      rows.push(optionOf(doctor, group));
      found.delete(id);
      offered++;
    }
  };
  const own = [...visits].filter(({ created_by }) => created_by === person);
  const scheduled = own
    .filter(({ visit_date, status }) => visit_date === today && status === "scheduled")
    .sort((one, other) => byCodePoint(one.id, other.id));
  const recent = own.filter((visit) => isCall(visit, today)).sort(newestFirst);
  offer(doctorsOf(scheduled), "scheduled", scheduledOffered);
  offer(doctorsOf(recent), "recent", recentOffered);
  const others = [...found.values()].sort(byName).slice(0, maxDoctorOptions - rows.length);
  return { rows: [...rows, ...others.map((doctor) => optionOf(doctor, "others"))], total };
}

function doctorsOf(visits: readonly VisitOfDoctor[]): string[] {
  return [...new Set(visits.slice(0, visitsLookedAt).map(({ doctor_id }) => doctor_id))];
}

/** Whether a doctor is meant by a typed text: each word matches name, specialization, type or class, or also the city. */
function meant(search: string, alsoCity: boolean): (doctor: Doctor) => boolean {
  const { words, doctor_class } = pickerTerms(search);
  const terms = words.map((word) => ({
    word,
    class: classOf(word),
    types: doctorTypes.filter((type) => word.length > 1 && type.startsWith(word)),
  }));
  return (doctor) => {
    if (doctor_class && doctor.doctor_class !== doctor_class) return false;
    const text = `${doctor.name}\n${doctor.specialization ?? ""}`;
    const city = () => cityKey(cityOf(doctor.address));
    return terms.every(
      (term) =>
        holdsWords(text, [term.word]) ||
        (alsoCity && city().includes(term.word)) ||
        (term.class !== undefined && doctor.doctor_class === term.class) ||
        term.types.some((type) => doctor.doctor_type === type),
    );
  };
}

function optionOf(doctor: Doctor, group: DoctorOption["group"]): DoctorOption {
  const { id, name, specialization, doctor_type, doctor_class, hospital, address } = doctor;
  const city = cityIn(address);
  return { id, name, specialization, doctor_type, doctor_class, hospital, city, group };
}
