import { consonantsOf } from "./name-sound.ts";

/** A word of a name with its sound. */
export type WordWithSound = { word: string; sound: string };

/** From how many letters on one may be missing or doubled, or another: Rajesh and Rakesh, Anil and Sunil are two names. */
const lengths = { missing: 6, other: 8 };

/** Whether two words may be one name: other vowels, or one letter mistyped, but not the first. */
export function isNearly(one: WordWithSound, other: WordWithSound): boolean {
  const consonants = consonantsOf(one.word);
  const isSame = consonants === consonantsOf(other.word);
  if (isSame && consonants.length >= 4) return true;
  if (isSame && consonants.length === 3 && stepBetween(one.sound, other.sound)) return true;
  if (one.word[0] !== other.word[0]) return false;
  return isMistyped(one.word, other.word) || isMistyped(one.sound, other.sound);
}

function isMistyped(one: string, other: string): boolean {
  const step = stepBetween(one, other);
  const length = Math.max(one.length, other.length);
  return step === "swapped" || (step !== null && length >= lengths[step]);
}

/** What makes one word of the other: one letter more or less, another one, or two that changed places; null: more than that. */
function stepBetween(one: string, other: string): "missing" | "other" | "swapped" | null {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start++;
  const [behind, behindLonger] = [shorter.slice(start), longer.slice(start)];
  if (longer.length === shorter.length + 1) return behindLonger.slice(1) === behind ? "missing" : null;
  if (longer.length !== shorter.length || behind === "") return null;
  if (behindLonger.slice(1) === behind.slice(1)) return "other";
  const isSwapped = behind[0] === behindLonger[1] && behind[1] === behindLonger[0];
  return isSwapped && behindLonger.slice(2) === behind.slice(2) ? "swapped" : null;
}
