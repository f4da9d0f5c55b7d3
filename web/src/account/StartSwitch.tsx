import { useState } from "react";
import { chooseStart, startsWithToday } from "../shell/start-screen.ts";
import { SwitchCard } from "../ui/SwitchCard.tsx";
import { toast } from "../ui/toast.ts";
import { usePhone } from "../ui/useMediaQuery.ts";

/** Chooses Today as the first screen of this phone. */
export function StartSwitch() {
  const [on, setOn] = useState(startsWithToday);
  if (!usePhone()) return null;
  const change = (next: boolean) => {
    if (!chooseStart(next)) return toast.error("This device can't keep the choice.");
    setOn(next);
  };
  return (
    <SwitchCard
      label="Start with Today on this phone"
      hint="The dashboard stays in the menu."
      on={on}
      onChange={change}
    />
  );
}
