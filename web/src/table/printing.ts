import { toast } from "../ui/toast.ts";

/** Loads the rows that the screen does not show. */
type Reader = () => Promise<void>;

let reader: Reader | undefined;
let isReading = false;

/**
 * Registers the list that the page prints completely, with a function that loads its other rows. Returns a function
 * that unregisters it.
 */
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
