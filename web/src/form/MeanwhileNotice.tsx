import { Button } from "../ui/Button.tsx";
import { NoticeBanner } from "../ui/NoticeBanner.tsx";
import type { Meanwhile } from "./useConflict.tsx";

const words = {
  changed: "Somebody changed this while you were editing. Nothing you typed is lost.",
  deleted: "Somebody deleted this while you were editing. It can't be saved; what you typed is still here.",
};

/**
 * Says at the foot of the window what somebody else did to the row while it is edited. It lies over the form or below
 * it, so that nothing moves under the finger when it comes.
 */
export function MeanwhileNotice({ meanwhile, quiet }: { meanwhile: Meanwhile; quiet: boolean }) {
  const { happened, onCompare } = meanwhile;
  return (
    <div role="status" className="sticky bottom-4 z-15 max-sm:bottom-21 print:hidden">
      {happened && !quiet && (
        <div className="animate-rise rounded-control shadow-lift">
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
