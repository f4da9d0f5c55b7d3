import { useState } from "react";
import { SwitchCard } from "../ui/control/SwitchCard.tsx";
import { toast } from "../ui/message/toast.ts";

type Props = {
  label: string;
  /** What it does, in a sentence. */
  hint: string;
  read: () => boolean;
  /** Keeps the choice; false if this device can't. */
  choose: (on: boolean) => boolean;
};

/** A choice that is kept on this device. */
export function DeviceSwitch({ label, hint, read, choose }: Props) {
  const [on, setOn] = useState(read);
  const change = (next: boolean) => {
    if (!choose(next)) return toast.error("This device can't keep the choice.");
    setOn(next);
  };
  return <SwitchCard label={label} hint={hint} on={on} onChange={change} />;
}
