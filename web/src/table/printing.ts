import { toast } from "../ui/toast.ts";

/** Reads what the list on the screen does not show. */
type Reader = () => Promise<void>;

let reader: Reader | undefined;
let isReading = false;

/** The list that the page prints as a whole: what it has yet to read for that. Gives a function that takes it back. */
export function printsWhole(read: Reader): () => void {
  reader = read;
  return () => {
    if (reader === read) reader = undefined;
  };
}

/** Prints the page, with all rows of its list. */
export async function printPage(): Promise<void> {
  if (isReading) return;
  isReading = true;
  try {
    await reader?.();
    window.print();
  } catch {
    toast.error("The list could not be read for printing. Please try again.");
  } finally {
    isReading = false;
  }
}
