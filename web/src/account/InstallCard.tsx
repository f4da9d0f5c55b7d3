import { Download, Share } from "lucide-react";
import { useState } from "react";
import { askToInstall, wayToInstall } from "../api/install-prompt.ts";
import { productName } from "../api/page-settings.ts";
import { Button } from "../ui/control/Button.tsx";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { Card } from "../ui/figure/Card.tsx";

/** Offers to install the app where that is possible; nothing elsewhere. */
export function InstallCard() {
  const [way, setWay] = useState(wayToInstall);
  const [showing, show] = useState(false);
  if (!way) return null;
  const device = matchMedia("(pointer: coarse)").matches ? "phone" : "computer";
  const install = () => {
    if (way === "by hand") return show(true);
    void askToInstall().finally(() => setWay(wayToInstall()));
  };
  return (
    <Card
      title="Install"
      actions={
        <Button
          icon={Download}
          size="small"
          aria-haspopup={way === "by hand" ? "dialog" : undefined}
          onClick={install}
        >
          Install {productName} on this {device}
        </Button>
      }
    >
      <p className="text-muted">
        Its own icon and window. What the {device} keeps for work without a connection is safer there.
      </p>
      {showing && <StepsDialog onClose={() => show(false)} />}
    </Card>
  );
}

/** Safari has no question that a page could show. */
function StepsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={`Install ${productName} on this phone`} onClose={onClose}>
      <ol className="list-decimal space-y-2 pl-5">
        <li>
          Tap <Share size={18} aria-hidden="true" className="mx-0.5 inline align-text-bottom text-accent" />{" "}
          <b className="font-semibold">Share</b> in the browser's bar.
        </li>
        <li>
          Tap <b className="font-semibold">Add to Home Screen</b>, then <b className="font-semibold">Add</b>.
        </li>
      </ol>
      <p className="mt-4 text-muted">
        Open {productName} from its new icon while you have a connection. The app keeps its own copy, apart
        from the browser's: you sign in there once, and it must sync once before it works without a
        connection.
      </p>
    </Dialog>
  );
}
