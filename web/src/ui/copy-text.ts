import { toast } from "./toast.ts";

/** Puts a text where one can paste it from, and says so; `what` begins the sentence, such as "Key". */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`${what} copied.`);
  } catch {
    toast.error(`The browser did not let us copy. Please select the ${what.toLowerCase()} and copy it.`);
  }
}
