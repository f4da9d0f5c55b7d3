import { cityOf } from "@rounds/domain/doctors/city.ts";
import type { Doctor, DoctorInput, doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { useQuery } from "@tanstack/react-query";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { z } from "zod";
import { paths } from "../../paths.ts";
import { useSettled } from "../../ui/control/useSettled.ts";
import { doctorQueries } from "../queries.ts";

/** How long somebody must have stopped typing, in milliseconds. */
export const settledMs = 600;

/** What is known of a doctor whose form this is. */
export type OwnDoctor = {
  id: string;
  /** As the doctor is stored: nothing is said while all of it stays. */
  stored?: Pick<Doctor, "name" | "address" | "contact_number">;
};

type Form = UseFormReturn<z.input<typeof doctorInput>, unknown, DoctorInput>;

/** Says which doctors of the directory the typed one may be, by name, city and phone. It never blocks saving. */
export function DoctorsAlike({ form, own }: { form: Form; own?: OwnDoctor | undefined }) {
  const [typedName, address, number] = useWatch({
    control: form.control,
    name: ["name", "address", "contact_number"],
  });
  const name = typedName.trim();
  const city = cityOf(address ?? null);
  const phone = number?.trim() ?? "";
  const settled = useSettled(JSON.stringify([name, city, phone]), settledMs) !== undefined;
  const stored = own?.stored;
  const isStored =
    stored?.name === name && cityOf(stored.address) === city && (stored.contact_number ?? "") === phone;
  const { data } = useQuery({
    ...doctorQueries.alike({ name, city, phone, ...(own && { except: own.id }) }),
    enabled: settled && name !== "" && !isStored,
    // It is only a hint.
    retry: false,
  });
  const alike = settled && !isStored ? (data?.rows ?? []) : [];
  // A screen reader speaks only of what joins a region that is there.
  return (
    <div role="status" className="text-small">
      {alike.map((doctor) => (
        <p key={doctor.id} className="mt-1 wrap-anywhere">
          <a
            href={paths.doctor(doctor.id).to}
            // What is typed stays in this one.
            target="_blank"
            rel="noopener"
            className="font-medium text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
          >
            {doctor.city ? `${doctor.name}, ${doctor.city}` : doctor.name}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          {doctor.city && ","} is in the directory.
        </p>
      ))}
    </div>
  );
}
