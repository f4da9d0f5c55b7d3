import { copyText } from "../ui/copy-text.ts";

/** Hands a text to another app of the phone; where there is no such way, copies it. */
export async function handOver(title: string, text: string): Promise<void> {
  if (!("share" in navigator)) return await copyText(text, "Text");
  try {
    await navigator.share({ title, text });
  } catch (error) {
    // The person has closed the list of apps.
    if (error instanceof DOMException && error.name === "AbortError") return;
    await copyText(text, "Text");
  }
}
