import { Button } from "../ui/Button.tsx";
import { NoticeBanner } from "../ui/NoticeBanner.tsx";
import type { Meanwhile } from "./useConflict.tsx";

const words = {
  changed: "Somebody changed this while you were editing. Nothing you typed is lost.",
  deleted: "Somebody deleted this while you were editing. It can't be saved; what you typed is still here.",
};

/**
 * Says what somebody else did to the row while it is edited: at the foot of a phone's window, above the buttons; beside the
 * heading of wider ones. It lies over the page, so that nothing moves under the finger when it comes.
 */
export function MeanwhileNotice({ meanwhile, quiet }: { meanwhile: Meanwhile; quiet: boolean }) {
  const { happened, onCompare } = meanwhile;
  return (
    <div
      role="status"
      className="z-15 max-sm:sticky max-sm:bottom-[calc(5.25rem+var(--notice,0px))] sm:fixed sm:top-[calc(var(--bar)+0.75rem)] sm:right-4 sm:w-80 print:hidden"
    >
      {happened && !quiet && (
        <div data-notice="meanwhile" className="animate-rise rounded-control shadow-lift">
          <NoticeBanner
            kind="warning"
            told={false}
            action={
              happened === "changed" && (
                <Button size="small" aria-haspopup="dialog" onClick={onCompare}>
                  Compare
                </Button>
              )
            }
          >
            {words[happened]}
          </NoticeBanner>
        </div>
      )}
    </div>
  );
}
