/** Whether a text is at the end of a list and is no row of it, such as "Total doctors: 45" or "Prepared by". */
export function isSummary(text: string): boolean {
  return /^(?:(?:grand |sub ?)?total\b|(?:prepared|checked|approved|verified) by\b|notes?\s*:)/i.test(text);
}
