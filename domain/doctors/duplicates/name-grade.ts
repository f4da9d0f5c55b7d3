import { consonantsOf, type NameParts, soundOf } from "./name-sound.ts";

/**
 * How two names are alike, from less to more. `part`: one of them is only a part of the other; `initials`: one has initials
 * where the other has words; `alike`: a middle name is missing, or a word is mistyped.
 */
export const nameGrades = ["none", "part", "initials", "alike", "sounds", "same"] as const;
export type NameGrade = (typeof nameGrades)[number];

/** A word of a name with its sound. */
type WordWithSound = { word: string; sound: string };

/** A name with its key (`doctorNameKey`) and its parts. */
type ComparedName = { key: string; parts: NameParts };

/** How two names are alike: word by word in any order, an initial as a word that begins with it. */
export function compareNames(one: ComparedName, other: ComparedName): NameGrade {
  if (one.key === "" || other.key === "") return "none";
  if (one.key === other.key || sameLetters(one.parts, other.parts)) return "same";
  if (isJoined(one.parts, other.parts)) return "sounds";
  const equal = pair(wordsWithSound(one), wordsWithSound(other), (a, b) => a.sound === b.sound);
  const near = pair(equal.one, equal.other, isNearly);
  const initials = pair(one.parts.initials, other.parts.initials, (a, b) => a === b);
  const ahead = pair(near.one, initials.other, beginsWith);
  const behind = pair(near.other, initials.one, beginsWith);
  const words = equal.count + near.count;
  const extra = [ahead.one.length + behind.other.length, behind.one.length + ahead.other.length] as const;
  if (words === 0 || Math.min(...extra) > 0) return "none";
  const missing = extra[0] + extra[1];
  // "Dr. Rao" may be anybody of the name; a middle name is often left out.
  if (missing > 0 && Math.min(lengthOf(one.parts), lengthOf(other.parts)) === 1) return "part";
  if (missing > 1) return "none";
  if (ahead.count + behind.count > 0) return "initials";
  return near.count + missing > 0 ? "alike" : "sounds";
}

/** Written together or apart: "Ram Kumar" and "Ramkumar", "D'Souza" and "Dsouza". */
function isJoined(one: NameParts, other: NameParts): boolean {
  const isOneApart = one.initials.length === 0 || other.initials.length === 0;
  return (
    (isOneApart || sorted(one.initials) === sorted(other.initials)) &&
    soundOf(one.whole) === soundOf(other.whole)
  );
}

/** Whether an "a" at the end of words is all that differs: Manish and Manisha are two people, Ashok and Ashoka one. */
export function onlyAIsMissing(one: readonly string[], other: readonly string[]): boolean {
  const withoutA = (words: readonly string[]) => sorted(words.map((word) => word.replace(/a$/, "")));
  return sorted(one) !== sorted(other) && withoutA(one) === withoutA(other);
}

const wordsWithSound = ({ parts }: ComparedName): WordWithSound[] =>
  parts.words.map((word) => ({ word, sound: soundOf(word) }));

/** Takes off, from both, each item that has a like one in the other. */
function pair<One, Other>(
  one: readonly One[],
  other: readonly Other[],
  isLike: (one: One, other: Other) => boolean,
): { one: One[]; other: Other[]; count: number } {
  const left = [...other];
  const open = one.filter((item) => {
    const at = left.findIndex((candidate) => isLike(item, candidate));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return { one: open, other: left, count: one.length - open.length };
}

const beginsWith = ({ word }: WordWithSound, initial: string) =>
  word.startsWith(initial) || consonantsOf(word).startsWith(consonantsOf(initial));

const sameLetters = (one: NameParts, other: NameParts) =>
  sorted(one.words) === sorted(other.words) && sorted(one.initials) === sorted(other.initials);

const lengthOf = ({ words, initials }: NameParts) => words.length + initials.length;
const sorted = (texts: readonly string[]) => [...texts].sort().join(" ");

/** From how many letters on one may be missing or doubled, or another: Rajesh and Rakesh, Anil and Sunil are two names. */
const lengths = { missing: 6, other: 8 };

/** Whether two words may be one name: other vowels, or one letter mistyped, but not the first. */
function isNearly(one: WordWithSound, other: WordWithSound): boolean {
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
