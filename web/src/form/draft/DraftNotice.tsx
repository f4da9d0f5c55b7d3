import { dayOf, formatDay, formatTimeOfDay } from "@rounds/domain/calendar/calendar.ts";
import { now } from "../../api/clock.ts";
import { businessTimeZone } from "../../api/page-settings.ts";
import { Button } from "../../ui/control/Button.tsx";
import { NoticeBanner } from "../../ui/message/NoticeBanner.tsx";
import type { DraftOffer } from "../useEntryForm.ts";

type Props = {
  entry: { restored: boolean; offer: DraftOffer | null; startOver: () => void };
  /** What was restored, in words. */
  contents?: string | undefined;
  /** While it is being saved, nothing else may be put into the form. */
  busy: boolean;
};

/**
 * Offers to continue with what was typed into this form before and not saved; after a reload it is already in the
 * form.
 */
export function DraftNotice({ entry, contents, busy }: Props) {
  const { offer } = entry;
  if (offer) {
    const { isUnanswered, onContinue, onDiscard } = offer;
    return (
      <NoticeBanner
        kind={isUnanswered ? "warning" : "info"}
        action={
          <span className="flex gap-2">
            <Button size="small" onClick={onContinue} disabled={busy}>
              Continue
            </Button>
            <Button size="small" variant="quiet" onClick={onDiscard} disabled={busy}>
              Discard
            </Button>
          </span>
        }
      >
        {isUnanswered
          ? `What you typed ${timeWords(offer.at)} may be saved already. Continue with it? Saving again is safe: it counts once.`
          : `Continue with what you typed ${timeWords(offer.at)}?`}
      </NoticeBanner>
    );
  }
  if (!entry.restored) return null;
  return (
    <NoticeBanner
      action={
        <Button size="small" variant="quiet" onClick={entry.startOver} disabled={busy}>
          Start over
        </Button>
      }
    >
      What you typed before is still here{contents && `: ${contents}`}.
    </NoticeBanner>
  );
}

/** When it was typed, in the business's time zone: "at 18:40", "on Nov 21, 2025 at 18:40". */
function timeWords(at: number): string {
  const day = dayOf(at, businessTimeZone);
  const time = `at ${formatTimeOfDay(at, businessTimeZone)}`;
  // Both by this device's clock, whether or not it is right.
  return day === dayOf(now(), businessTimeZone) ? time : `on ${formatDay(day)} ${time}`;
}
