import { cityOf } from "@rounds/domain/doctors/city.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import {
  type DoctorChoice,
  type DoctorOption,
  type DoctorOptions,
  maxDoctorsCounted,
} from "@rounds/domain/doctors/doctor-list.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type Ref, useState } from "react";
import { useToday } from "../api/clock.ts";
import { Combobox } from "../form/field/Combobox.tsx";
import { moreOptions } from "../form/field/more-options.ts";
import { useRefusalToast } from "../ui/message/useFailureToast.ts";
import { doctorQueries } from "./queries.ts";

const failure = "Database error fetching doctors";

/** The chosen doctor: hospital and city are known if the list offered it. */
export type ChosenDoctor = DoctorChoice & Partial<Pick<DoctorOption, "hospital" | "city">>;

/** A stored doctor as the form's chosen one. */
export function chosenDoctor(
  doctor: Omit<ChosenDoctor, "city"> & Pick<Doctor, "hospital" | "address">,
): ChosenDoctor {
  const { id, name, specialization, doctor_type, doctor_class, hospital, address } = doctor;
  return { id, name, specialization, doctor_type, doctor_class, hospital, city: cityOf(address) };
}

type Props = {
  label?: string;
  value: ChosenDoctor | null;
  /** `null` if the text was cleared. */
  onChange: (doctor: ChosenDoctor | null) => void;
  /** A doctor was chosen by Enter or a tap, so the focus may move on. */
  onTaken?: () => void;
  /** Offers to add a doctor who is not in the list, with the typed name. */
  onAdd?: (name: string) => void;
  /** The text of the box for the chosen doctor; the name by default. */
  boxText?: (doctor: DoctorChoice) => string;
  /** Whether it opens when it appears. */
  opensAtOnce?: boolean;
  /** Whether clearing the text closes the list. */
  closesWhenCleared?: boolean;
  /** Shown below the field while nobody is chosen. */
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/** Finds a doctor by a part of name or specialization, or by type or class. */
export function DoctorPicker({ label = "Doctor", value, boxText = nameOf, onAdd, hint, ...field }: Props) {
  const [typed, setTyped] = useState<string>();
  const today = useToday();
  const doctors = useQuery({ ...doctorQueries.choices(typed ?? "", today), enabled: typed !== undefined });
  useRefusalToast(doctors.error, failure);
  const facts = value && [describeDoctor(value), describePlace(value)].filter(Boolean).join(" · ");
  return (
    <Combobox<ChosenDoctor | DoctorOption>
      {...field}
      label={label}
      value={value}
      hint={value === null ? hint : boxText === nameOf ? facts : undefined}
      options={doctors.data?.rows}
      onQuery={setTyped}
      loading={doctors.isFetching}
      outdated={doctors.isPlaceholderData}
      failed={doctors.error ? failure : null}
      optionKey={(doctor) => doctor.id}
      optionLabel={boxText}
      optionGroup={doctors.data && headingOf(doctors.data)}
      renderOption={(doctor) => <DoctorRow doctor={doctor} />}
      emptyText="No doctors found"
      note={doctors.data && describeRest(doctors.data)}
      action={onAdd && { label: "Add a new doctor", run: onAdd }}
      placeholder="Search by name, specialization, type or class"
    />
  );
}

function nameOf(doctor: DoctorChoice): string {
  return doctor.name;
}

/** The heading of each group of doctors. */
export const headings: Record<DoctorOption["group"], string> = {
  scheduled: "Scheduled for today",
  recent: "Visited recently",
  others: "All doctors",
};

/** Headings appear only if the list starts with somebody in particular. */
function headingOf({ rows }: DoctorOptions) {
  if (rows[0]?.group === "others") return undefined;
  return (doctor: ChosenDoctor | DoctorOption) => headings["group" in doctor ? doctor.group : "others"];
}

/** Says that more doctors match than are offered. */
export function describeRest({ rows, total }: DoctorOptions): string | undefined {
  const isCounted = total <= maxDoctorsCounted;
  return moreOptions(
    rows.length,
    total,
    isCounted ? undefined : `more than ${formatCount(maxDoctorsCounted)}`,
  );
}

/** A doctor's specialization, type and class in one line; empty when none is known. */
export function describeDoctor({
  specialization,
  doctor_type,
  doctor_class,
}: Pick<DoctorChoice, "specialization" | "doctor_type" | "doctor_class">): string {
  const type = doctor_type && doctor_type.charAt(0).toUpperCase() + doctor_type.slice(1);
  return [specialization, type, doctor_class && `Class ${doctor_class}`].filter(Boolean).join(" · ");
}

/** A doctor's hospital and city, which tell doctors with the same name apart: "Ruby Hall, Pune". */
function describePlace({ hospital, city }: ChosenDoctor): string {
  return [hospital, city].filter(Boolean).join(", ");
}

/** A doctor to choose: the name, and what tells doctors with the same name apart. */
export function DoctorRow({ doctor }: { doctor: ChosenDoctor }) {
  const facts = describeDoctor(doctor);
  const place = describePlace(doctor);
  return (
    <>
      <span className="block break-words">{doctor.name}</span>
      {facts && <span className="block text-small font-normal break-words text-muted">{facts}</span>}
      {place && <span className="block text-small font-normal break-words text-muted">{place}</span>}
    </>
  );
}
