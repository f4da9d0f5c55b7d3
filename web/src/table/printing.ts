import { laterStyles } from "../ui/browser/later-styles.ts";
import { toast } from "../ui/message/toast.ts";

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

/** Puts the company's name on top of the paper, where `later.css` shows it. Without a connection it is the last known one. */
async function headPaper(): Promise<void> {
  const main = document.querySelector("main");
  try {
    const [{ readCompany }] = await Promise.all([import("../api/company.ts"), laterStyles()]);
    const { name } = await readCompany();
    if (name) main?.setAttribute("data-company", name);
    else main?.removeAttribute("data-company");
  } catch {
    // Paper without a name is better than none.
  }
}

/** Prints the page, with all rows of its list and the company's name; nothing if it was left while they were read. */
export async function printPage(): Promise<void> {
  if (isReading) return;
  isReading = true;
  const { pathname } = location;
  const isLeft = () => location.pathname !== pathname;
  try {
    await Promise.all([reader?.(), headPaper()]);
    if (!isLeft()) window.print();
  } catch {
    if (!isLeft()) toast.error("The list could not be read for printing. Please try again.");
  } finally {
    isReading = false;
  }
}
