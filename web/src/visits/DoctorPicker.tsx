import type { DoctorChoice } from "@rounds/domain/doctors/doctor-list.ts";
import { useQuery } from "@tanstack/react-query";
import { type Ref, useState } from "react";
import { Combobox } from "../form/Combobox.tsx";
import { useFailureToast } from "../ui/useFailureToast.ts";
import { choiceQueries } from "./queries.ts";

const failure = "Database error fetching doctors";

type Props = {
  label?: string;
  value: DoctorChoice | null;
  /** `null` when the text was cleared. */
  onChange: (doctor: DoctorChoice | null) => void;
  /** A doctor was taken by Enter or a tap, so that the focus may go on. */
  onTaken?: () => void;
  /** What the box shows of the chosen doctor; the name when left out. */
  boxText?: (doctor: DoctorChoice) => string;
  /** Whether the list goes away when the text is cleared. */
  closesWhenCleared?: boolean;
  error?: string | undefined;
  required?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/** Finds a doctor by a part of name or specialization, or by type or class. */
export function DoctorPicker({ label = "Doctor", value, boxText = nameOf, ...field }: Props) {
  const [typed, setTyped] = useState<string>();
  const doctors = useQuery({ ...choiceQueries.doctors(typed ?? ""), enabled: typed !== undefined });
  useFailureToast(doctors.error, failure);
  const facts = value && describeDoctor(value);
  return (
    <Combobox
      {...field}
      label={label}
      value={value}
      hint={boxText === nameOf ? facts : undefined}
      options={doctors.data}
      onQuery={setTyped}
      loading={doctors.isFetching}
      outdated={doctors.isPlaceholderData}
      failed={doctors.error ? failure : null}
      optionKey={(doctor) => doctor.id}
      optionLabel={boxText}
      renderOption={(doctor) => <DoctorOption doctor={doctor} />}
      emptyText="No doctors found"
      placeholder="Search by name, specialization, type or class"
    />
  );
}

function nameOf(doctor: DoctorChoice): string {
  return doctor.name;
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

function DoctorOption({ doctor }: { doctor: DoctorChoice }) {
  const facts = describeDoctor(doctor);
  return (
    <>
      <span className="block break-words">{doctor.name}</span>
      {facts && <span className="block text-small font-normal break-words text-muted">{facts}</span>}
    </>
  );
}
