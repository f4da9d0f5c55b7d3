import type { ApiError } from "../api/api-error.ts";
import { isUncertain } from "../ui/message/outcome.ts";

/** An attempt that failed. `unplaced`: messages of fields that the form does not show. */
type Failed = { is: "refused" | "unknown"; error: ApiError; unplaced: readonly string[] };
/** A form that can be sent: nobody has tried, or the last attempt failed. */
type AtRest = { is: "editing" } | Failed;
type Over = { is: "saved" } | { is: "left" };

/**
 * How far a form is with saving. `sending` begins with the person's questions about doubts; until the answer comes it shows the
 * last attempt's end, and after a moment that it is busy (`isShown`). `left`: it was left before the answer. `unknown`: no
 * answer counts, so it may be saved or not; everything else that fails is `refused`, also what never left
 * the device.
 */
export type SaveState = AtRest | { is: "sending"; isShown: boolean; before: AtRest } | Over;

/**
 * `invalid`: it is not sent, because fields have problems. `withdraw`: the person does not want to send it after all.
 * `leave`: the form is left while its answer is awaited.
 * `conflict`: it was refused for somebody else's change, about which another part of the form asks.
 */
export type SaveEvent =
  | { on: "send" | "invalid" | "withdraw" | "show" | "leave" | "saved" | "conflict" }
  | { on: "failed"; error: ApiError; unplaced: readonly string[] };

/** The state after an event; the same object if the event means nothing there, such as a second submit. */
export function nextSaveState(state: SaveState, event: SaveEvent): SaveState {
  if (isOver(state)) return state;
  const isSending = state.is === "sending";
  switch (event.on) {
    case "send":
      return isSending ? state : { is: "sending", isShown: false, before: state };
    case "invalid":
      // What the server refused may be mended by now, and the fields say what is wrong instead.
      return state.is === "refused" ? { is: "editing" } : state;
    case "withdraw":
      return isSending ? state.before : state;
    case "show":
      return isSending && !state.isShown ? { ...state, isShown: true } : state;
    case "leave":
      return isSending ? { is: "left" } : state;
    case "saved":
      return isSending ? { is: "saved" } : state;
    case "conflict":
      return { is: "editing" };
    case "failed": {
      // A form that came back after it was left hears it too.
      const { error, unplaced } = event;
      return {
        is: isUncertain(error, failureOf(state)?.is === "unknown") ? "unknown" : "refused",
        error,
        unplaced,
      };
    }
  }
}

/** Whether nothing of the form is unsaved any more, as far as this page knows: it does not ask before it is left. */
export function isOver(state: SaveState): state is Over {
  return state.is === "saved" || state.is === "left";
}

/** Whether the form shows that it is busy. */
export function isBusy(state: SaveState): boolean {
  return state.is === "left" || (state.is === "sending" && state.isShown);
}

/** Why the last attempt failed; null if none did. */
export function failureOf(state: SaveState): Failed | null {
  const end = state.is === "sending" ? state.before : state;
  return end.is === "refused" || end.is === "unknown" ? end : null;
}
