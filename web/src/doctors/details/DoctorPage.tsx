import type { Representative } from "@rounds/domain/coverage/settings.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { phoneNumbers } from "@rounds/domain/doctors/phone.ts";
import { useQuery } from "@tanstack/react-query";
import { Pencil, UserX } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { isMissing } from "../../api/api-error.ts";
import { useToday } from "../../api/clock.ts";
import { peopleQuery } from "../../api/people.ts";
import { useRefusals } from "../../api/permissions.ts";
import { isNotHere } from "../../api/phone/not-here.ts";
import { currentPhone, onPhone } from "../../api/phone/phone-slot.ts";
import { DeletedRecord, HistoryCard } from "../../history/LaterHistory.ts";
import { paths } from "../../paths.ts";
import { PrintButton } from "../../table/PrintButton.tsx";
import { later } from "../../ui/browser/later.tsx";
import { usePhone } from "../../ui/browser/useMediaQuery.ts";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { DeleteButton } from "../../ui/dialog/DeleteButton.tsx";
import { Card } from "../../ui/figure/Card.tsx";
import { DetailField } from "../../ui/figure/DetailField.tsx";
import { DetailList } from "../../ui/figure/DetailList.tsx";
import { MissingCard } from "../../ui/message/MissingCard.tsx";
import { NotHereCard } from "../../ui/message/NotHereCard.tsx";
import { QueryFallback } from "../../ui/message/QueryFallback.tsx";
import { useRefusalToast } from "../../ui/message/useFailureToast.ts";
import { BackHeader } from "../../ui/navigation/BackHeader.tsx";
import { Redirect } from "../../ui/navigation/Redirect.tsx";
import { useLeave } from "../../ui/navigation/useLeave.ts";
import { useRowId } from "../../ui/navigation/useRowId.ts";
import { type DoctorField, doctorFieldList, normWords, shownValue } from "../form/doctor-fields.ts";
import { doctorQueries } from "../queries.ts";
import { ContactLinks } from "./ContactLinks.tsx";
import { callHref } from "./contact-ways.ts";
import { DeleteDoctorDialog } from "./DeleteDoctorDialog.tsx";
import { GlanceCard } from "./GlanceCard.tsx";
import { VisitHistory } from "./VisitHistory.tsx";

const loadFailed = "Error loading doctor details";

/** The screen /doctors/{id}. */
export function DoctorPage() {
  const id = useRowId();
  const query = useQuery(doctorQueries.row(id));
  const { data, error, refetch, isFetching } = query;
  const missing = isMissing(error);
  const notHere = !data && isNotHere(error);
  useRefusalToast(missing || notHere ? null : error, loadFailed);
  const phone = usePhone();
  const refusals = useRefusals();
  // The doctor of this id was merged into another one.
  if (data && data.id !== id) return <Redirect target={paths.doctor(data.id)} />;
  const title = missing ? "Doctor not found" : (data?.name ?? "Doctor");
  return (
    <div className="flex flex-col gap-5">
      <BackHeader
        title={title}
        back={paths.doctors()}
        backLabel={missing ? "Back" : "Back to doctors"}
        tools={data && !missing && <PrintButton />}
        actions={phone && data && !missing && <ContactLinks doctor={data} words />}
      />
      {missing ? (
        <>
          <MissingCard
            icon={UserX}
            title="Doctor not found"
            hint="The doctor may have been deleted, or the link may be incomplete."
            target={paths.doctors()}
          >
            Back to Doctors
          </MissingCard>
          <DeletedRecord noun="doctors" id={id} />
        </>
      ) : data ? (
        <>
          <GlanceCard doctor={data} />
          <PersonalInformation doctor={data} />
          <VisitHistory doctor_id={data.id} />
          <KeepOnPhone doctor_id={data.id} />
          <HistoryCard
            noun="doctors"
            id={data.id}
            current={data}
            unrestorable={(field) => (field === "representative_id" ? refusals.ofDoctor(data) : undefined)}
            restore={async (former) =>
              (await import("./restore-value.ts")).restoreDoctorValue(data.id, former)
            }
          />
        </>
      ) : notHere ? (
        <NotHereCard noun="doctor" onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Card>
          <QueryFallback query={query} message={loadFailed} lines={6} />
        </Card>
      )}
    </div>
  );
}

function PersonalInformation({ doctor }: { doctor: Doctor }) {
  const leave = useLeave();
  const [deleting, setDeleting] = useState(false);
  const people = useQuery(peopleQuery).data?.rows;
  const classNorm = useQuery(doctorQueries.glance(doctor.id, useToday())).data?.month.class_norm;
  return (
    <Card
      title="Personal Information"
      actions={
        <>
          <ButtonLink icon={Pencil} target={paths.editDoctor(doctor.id)}>
            Edit
          </ButtonLink>
          <DeleteButton onClick={() => setDeleting(true)} undeletable={useRefusals().ofDoctor(doctor)} />
        </>
      }
    >
      {!usePhone() && (
        <div className="mb-4 empty:hidden print:hidden">
          <ContactLinks doctor={doctor} words />
        </div>
      )}
      <DetailList columns={3}>
        {doctorFieldList.map(([name, field]) => (
          <DetailField
            key={name}
            label={field.label}
            value={name === "norm" ? normWords(doctor, classNorm) : fieldValue(field, doctor[name], people)}
          />
        ))}
      </DetailList>
      {deleting && (
        <DeleteDoctorDialog
          doctor={doctor}
          question="Are you sure you want to delete this doctor? This will also delete all associated visits and sales."
          failedText={() => "Error deleting doctor"}
          onDeleted={() => leave(paths.doctors())}
          onClose={() => setDeleting(false)}
        />
      )}
    </Card>
  );
}

function fieldValue(field: DoctorField, value: string | number | null, people?: readonly Representative[]) {
  if (typeof value === "string" && value && (field.control === "tel" || field.control === "email")) {
    return <ContactLink kind={field.control} value={value} />;
  }
  // Until it is known who they are.
  if (field.control === "person" && value && !people) return "…";
  return shownValue(field, value, people);
}

const KeepSwitch = later(
  async () => (await import("./KeepSwitch.tsx")).default,
  () => null,
);

/** The choice to keep a doctor, where a phone does not keep all of them. */
function KeepOnPhone({ doctor_id }: { doctor_id: string }) {
  const isLimited = useSyncExternalStore(onPhone, keepsOnlyOwn);
  return isLimited && <KeepSwitch doctor_id={doctor_id} />;
}

function keepsOnlyOwn(): boolean {
  return currentPhone()?.state().meta?.scope?.doctors === "mine";
}

/** The numbers of a field, each to call with one tap, or an address to write to. Text without a number is shown as it is. */
function ContactLink({ kind, value }: { kind: "tel" | "email"; value: string }) {
  if (kind === "email") return <WayLink href={`mailto:${encodeURI(value)}`} text={value} />;
  const numbers = phoneNumbers(value);
  const [only] = numbers;
  if (!only) return value;
  // One number keeps the words around it: "98220 11111 (evening)".
  if (numbers.length === 1) return <WayLink href={callHref(only.dial)} text={value} />;
  return numbers.map(({ typed, dial }) => (
    <span key={dial} className="block">
      <WayLink href={callHref(dial)} text={typed} />
    </span>
  ));
}

function WayLink({ href, text }: { href: string; text: string }) {
  return (
    <a
      href={href}
      className="font-medium break-words text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
    >
      {text}
    </a>
  );
}
