import type { DoctorList } from "@rounds/domain/doctors/doctor-list.ts";
import { ListChecks } from "lucide-react";
import { useCallback, useState } from "react";
import type { DoctorsSearch } from "../search.ts";
import { later, NotLoaded } from "../ui/browser/later.tsx";
import { usePhone } from "../ui/browser/useMediaQuery.ts";
import { Button } from "../ui/control/Button.tsx";
import { HeadingButton } from "../ui/control/HeadingButton.tsx";

type Props = {
  /** The filters of the list. */
  search: DoctorsSearch;
  /** The page that is shown. */
  data: DoctorList | undefined;
};

/** What the button begins. */
const SelectionBar = later(
  () => import("./SelectionBar.tsx").then((module) => module.SelectionBar),
  (_, away) => away.failed && <NotLoaded {...away} />,
);

/** The button that begins and ends selecting doctors. Its style is that of the list. */
export function SelectDoctors({ search: { page: _, ...matching }, data }: Props) {
  const [on, setOn] = useState(false);
  const end = useCallback(() => setOn(false), []);
  const phone = usePhone();
  const button = { icon: ListChecks, "aria-pressed": on, disabled: !data?.total && !on };
  const toggle = () => setOn(!on);
  return (
    <>
      {phone && !on ? (
        <HeadingButton small {...button} label="Select" onClick={toggle} />
      ) : (
        <Button {...button} onClick={toggle}>
          <span className="max-sm:sr-only">{on ? "Done" : "Select"}</span>
        </Button>
      )}
      {on && (
        <SelectionBar rows={data?.rows ?? []} total={data?.total ?? 0} matching={matching} onEnd={end} />
      )}
    </>
  );
}
