import { toast } from "../message/toast.ts";

/** Copies a text to the clipboard, and says so; `what` begins the sentence, such as "Key". */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`${what} copied.`);
  } catch {
    toast.error(`The browser did not let us copy. Please select the ${what.toLowerCase()} and copy it.`);
  }
}
