import { Button } from "../../ui/control/Button.tsx";
import { NoticeBanner } from "../../ui/message/NoticeBanner.tsx";
import type { Meanwhile } from "./useConflict.tsx";

const words = {
  changed: "Somebody changed this while you were editing. What you typed is kept.",
  deleted: "Somebody deleted this while you were editing. It can't be saved. What you typed is still here.",
};

/**
 * Says what somebody else did to the row while it is being edited: in the footer of a phone's form, above the buttons;
 * beside the heading on wider screens. There it overlays the page, so that nothing moves under the finger when it
 * appears.
 */
export function MeanwhileNotice({ meanwhile, quiet }: { meanwhile: Meanwhile; quiet: boolean }) {
  const { happened, onShow } = meanwhile;
  return (
    <div
      role="status"
      className="z-15 empty:hidden sm:fixed sm:top-[calc(var(--bar)+0.75rem)] sm:right-4 sm:w-80 print:hidden"
    >
      {happened && !quiet && (
        <div data-notice="meanwhile" className="animate-rise rounded-control sm:shadow-lift">
          <NoticeBanner
            kind="warning"
            announced={false}
            action={
              happened === "changed" && (
                <Button size="small" onClick={onShow}>
                  Show changes
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
