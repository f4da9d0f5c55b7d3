import { cityOf } from "@rounds/domain/doctors/city.ts";
import type { TodayDoctor } from "@rounds/domain/today/today.ts";
import type { ReactNode } from "react";
import { paths, type Target } from "../paths.ts";
import { ScreenLink } from "../ui/navigation/ScreenLink.tsx";

type Props = {
  doctor: TodayDoctor;
  /** Where the name leads; the doctor's page by default. */
  target?: Target;
  /** Beside the name. */
  sign?: ReactNode;
  /** Why the doctor is on the list. */
  words?: ReactNode;
  notes?: string | null;
  /** What can be done, at the end of the line; on phones below it. */
  actions: ReactNode;
};

/** One doctor of the day's lists. */
export function DoctorLine({ doctor, target, sign, words, notes, actions }: Props) {
  const { id, name, specialization, hospital, address } = doctor;
  const place = [specialization, hospital, cityOf(address)].filter(Boolean).join(" · ");
  return (
    <li
      data-row
      className="flex flex-col gap-x-4 gap-y-1.5 px-4 py-3 sm:flex-row sm:items-center sm:px-5 hover:bg-hover"
    >
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <ScreenLink {...(target ?? paths.doctor(id))} className="font-medium wrap-anywhere hover:underline">
            {name}
          </ScreenLink>
          {sign}
        </div>
        {words && <p className="wrap-anywhere">{words}</p>}
        {place && <p className="text-small wrap-anywhere text-muted">{place}</p>}
        {notes && <p className="line-clamp-2 text-small wrap-anywhere text-muted">{notes}</p>}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-1 sm:shrink-0 sm:justify-end print:hidden">
        {actions}
      </div>
    </li>
  );
}
