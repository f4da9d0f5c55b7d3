import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { CloudUpload, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { now, useToday } from "../api/clock.ts";
import { hideLate, isLateHidden } from "../offline/hidden-late.ts";
import { isFormPath } from "../paths.ts";
import { usePath } from "../router/RouterProvider.tsx";
import { IconButton } from "../ui/control/IconButton.tsx";
import { laterDialog } from "../ui/dialog/later-dialog.tsx";
import { lateWords, statusWords } from "./status-words.ts";
import { useLasting, usePhone } from "./usePhone.ts";

const WaitingSheet = laterDialog(
  () => import("./WaitingSheet.tsx").then((module) => module.WaitingSheet),
  (props) => props.onClose,
);

/** What is sent at once is not worth a word, in milliseconds. */
const longestWait = 1_500;

/**
 * How many entries wait on this phone, and how many need a decision; nothing if none. It opens the sheet that shows them. On a phone it
 * stands on the tab bar, otherwise in the top bar. Once something has waited for a day it is a red banner over the whole width, which
 * can be hidden until the next day.
 */
export function WaitingStatus() {
  // A form has its own bar where this one stands on a phone: there it is a sign in the top bar.
  const isForm = isFormPath(usePath());
  const [isOpen, setIsOpen] = useState(false);
  const [hiddenOn, setHiddenOn] = useState<Day>();
  const day = useToday();
  const waiting = usePhone();
  const outbox = waiting?.state.outbox ?? [];
  const words = statusWords(outbox);
  const isShown = useLasting(words !== undefined, longestWait);
  const needsYou = outbox.some(({ state }) => state === "needs_you");
  const late = waiting && lateWords(waiting.state, now());
  const person = outbox[0]?.user_id ?? "";
  // Over the whole width, but not over the buttons of a form.
  const isHidden = hiddenOn === day || isLateHidden(person, day);
  const isBanner = late !== undefined && !isForm && !isHidden;
  const Icon = needsYou || late ? TriangleAlert : CloudUpload;
  const tone = late
    ? "border-danger-line bg-danger-soft text-danger"
    : needsYou
      ? "border-warn-line bg-warn-soft text-warn"
      : "border-line bg-surface text-muted hover:text-ink";
  const hide = () => {
    hideLate(person, day);
    setHiddenOn(day);
  };
  return (
    <>
      <div role="status" className="contents">
        {isShown && (
          <div
            data-waiting={isForm ? undefined : ""}
            data-late={isBanner ? "" : undefined}
            className={`${look} ${isForm ? sign : bar} ${isBanner ? banner : pill} ${tone}`}
          >
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setIsOpen(true)}
              className={`${button} ${isBanner ? "sm:flex-1" : pillButton}`}
            >
              <Icon size={16} aria-hidden="true" className="shrink-0" />
              <span className={isBanner ? bannerWords : `truncate ${isForm ? "max-sm:sr-only" : ""}`}>
                {late ? `${words}, ${late.since}` : words}
              </span>
              {isForm && (
                <span aria-hidden="true" className="sm:hidden">
                  {formatCount(outbox.length)}
                </span>
              )}
              {isBanner && (
                <span className="text-left leading-tight text-balance font-normal max-sm:hidden">
                  {late.advice}
                </span>
              )}
            </button>
            {isBanner && <IconButton icon={X} label="Hide until tomorrow" onClick={hide} />}
          </div>
        )}
      </div>
      {isOpen && <WaitingSheet onClose={() => setIsOpen(false)} />}
    </>
  );
}

const look = "flex min-w-0 items-center border text-small font-medium print:hidden";
const bar =
  "max-sm:fixed max-sm:inset-x-0 max-sm:bottom-(--tab-bar) max-sm:z-20 max-sm:h-11 max-sm:border-x-0 max-sm:border-b-0";
const sign = "max-sm:h-11 max-sm:min-w-11 max-sm:shrink-0 max-sm:rounded-full";
const pill = "sm:rounded-full";
const banner =
  "sm:fixed sm:inset-x-0 sm:bottom-0 sm:z-20 sm:min-h-11 sm:border-x-0 sm:border-b-0 sm:px-4 lg:left-60";
const bannerWords = "leading-tight text-balance sm:shrink-0";
const button =
  "flex min-w-0 items-center justify-center gap-2 self-stretch -outline-offset-2 max-sm:flex-1 max-sm:px-4";
const pillButton = "whitespace-nowrap sm:min-h-8 sm:rounded-full sm:px-3 touch:sm:min-h-11";
