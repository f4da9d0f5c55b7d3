/**
 * Whether a pressed key belongs to a text that an input method is composing, such as Hindi typed in Latin letters: it chooses or
 * gives up what the method offers, and means nothing else. Safari sends the Enter that ends it afterwards, with the key code that
 * says so (w3.org/TR/uievents, "keyCode" of composition: 229).
 */
export function isComposing({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return isComposing || keyCode === 229;
}
