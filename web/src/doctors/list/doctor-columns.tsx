import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type { Shown } from "../../api/phone/pending-rows.ts";
import type { Column } from "../../table/rows/columns.ts";
import { TextCell } from "../../table/rows/TextCell.tsx";
import { Tag } from "../../ui/figure/Tag.tsx";
import { WaitingTag } from "../../ui/figure/WaitingTag.tsx";
import { doctorFields, shownValue } from "../form/doctor-fields.ts";

/** The columns of the doctor list. From which width each fits is known for usual texts, so that the list is laid out once. */
export const doctorColumns: readonly Column<Shown<Doctor>>[] = [
  {
    header: "Name",
    priority: 1,
    cell: ({ name, waiting }) => (
      <>
        <TextCell text={name} width="wide" />
        {waiting && <WaitingTag waiting={waiting} />}
      </>
    ),
  },
  {
    header: "Specialization",
    priority: 2,
    cell: ({ specialization }) => <TextCell text={specialization} width="term" />,
    isBlank: ({ specialization }) => !specialization,
  },
  {
    header: "Hospital",
    priority: 2,
    cell: ({ hospital }) => <TextCell text={hospital} />,
    isBlank: ({ hospital }) => !hospital,
  },
  {
    header: "Address",
    priority: 3,
    columnFrom: 70,
    cell: ({ address }) => <TextCell text={address} width="wide" />,
    isBlank: ({ address }) => !address,
  },
  {
    header: "Class",
    priority: 1,
    cell: ({ doctor_class }) => (doctor_class ? <Tag>{doctor_class}</Tag> : <TextCell text="" />),
  },
  {
    header: "Type",
    priority: 3,
    columnFrom: 62,
    cell: ({ doctor_type }) => shownValue(doctorFields.doctor_type, doctor_type) || <TextCell text="" />,
    isBlank: ({ doctor_type }) => !doctor_type,
  },
  {
    header: "Contact",
    priority: 2,
    columnFrom: 50,
    cell: ({ contact_number }) => <TextCell text={contact_number} width="narrow" oneLine />,
    isBlank: ({ contact_number }) => !contact_number,
  },
];
