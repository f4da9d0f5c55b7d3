/** How much of a cell a message and the screen show, in characters. */
const mostShown = 60;

/** A cell for a message or for the screen. */
export function shortened(text: string): string {
  return text.length <= mostShown ? text : `${text.slice(0, mostShown - 1)}…`;
}
