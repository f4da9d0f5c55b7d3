import { useState } from "react";
import { chooseStart, isStartChosen } from "../shell/start-screen.ts";
import { usePhone } from "../ui/browser/useMediaQuery.ts";
import { Button } from "../ui/control/Button.tsx";
import { NoticeBanner } from "../ui/message/NoticeBanner.tsx";
import { toast } from "../ui/message/toast.ts";

/** Offers once, on a phone, to start with Today. It can be changed on the account page. */
export function StartOffer() {
  const [isChosen, setIsChosen] = useState(isStartChosen);
  if (!usePhone() || isChosen) return null;
  const choose = (today: boolean) => {
    if (chooseStart(today)) toast.info("You can change it under Account.");
    else toast.error("This device can't keep the choice.");
    setIsChosen(true);
  };
  return (
    <NoticeBanner
      announced={false}
      action={
        <span className="flex gap-2">
          <Button size="small" onClick={() => choose(true)}>
            Yes
          </Button>
          <Button size="small" variant="quiet" onClick={() => choose(false)}>
            No
          </Button>
        </span>
      }
    >
      Start with Today on this phone?
    </NoticeBanner>
  );
}
