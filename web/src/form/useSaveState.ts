import { useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isOver, nextSaveState, type SaveEvent, type SaveState } from "./save-state.ts";

/**
 * A form's state of saving, and what tells it an event; that returns whether the event meant something, also to the second of two
 * submits before the form is drawn again.
 */
export function useSaveState(): [SaveState, (event: SaveEvent) => boolean] {
  const [state, setState] = useState<SaveState>({ is: "editing" });
  const now = useRef(state);
  const tell = useCallback((event: SaveEvent) => {
    const after = nextSaveState(now.current, event);
    if (after === now.current) return false;
    now.current = after;
    // At once, so that changing the screen does not ask about leaving this one.
    if (isOver(after)) flushSync(() => setState(after));
    // Nothing looks different while it begins: drawing the form takes as long as writing what was typed to the disk.
    else if (event.on !== "send") setState(after);
    return true;
  }, []);
  return [state, tell];
}
