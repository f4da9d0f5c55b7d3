import { soundOf } from "../../doctors/duplicates/name-sound.ts";
import { remembered } from "../../records/remembered.ts";
import { asciiDigits } from "../../text/digits.ts";
import { folded } from "../../text/search-words.ts";

/** What tells products apart. */
export type ProductName = {
  /** The words and numbers as they are written, without case and punctuation: "dolo 650", "insulin 0.5 ml". */
  key: string;
  /** The same in any order and as it sounds, without dosage forms and units: what may be the same product. */
  loose: string;
  forms: ReadonlySet<string>;
  units: ReadonlySet<string>;
};

/** Dosage forms, and the words for each. */
const forms = new Map(
  [
    "tablet tab tabs tablets",
    "capsule cap caps capsules",
    "syrup syr syp susp suspension",
    "injection inj injections vial vials amp ampoule",
    "cream crm oint ointment",
    "drops drop",
    "gel",
    "lotion",
    "powder pwd sachet sachets",
    "inhaler rotacap rotacaps respule respules",
    "spray",
  ].flatMap((line) => {
    const words = line.split(" ");
    return words.map((word): [string, string] => [word, words[0] ?? word]);
  }),
);
const units = new Set(["mg", "mcg", "ml", "gm", "g", "iu"]);

/** A number with its decimals, a sign that means something, or a run of letters. */
const token = /\p{N}+(?:\.\p{N}+)*|[%+]|[^\p{N}\p{P}\p{S}\s]+/gu;

function tokensOf(text: string): string[] {
  // A strength of ".5" is no 5.
  const written = asciiDigits(folded(text)).replace(/(^|[^\p{N}\p{L}])\.(?=\p{N})/gu, "$10.");
  return written.match(token) ?? [];
}

/** A product's name in the form in which names are compared. */
export const productName = remembered(({ name }: { name: string }): ProductName => {
  const tokens = tokensOf(name);
  const core = tokens.filter((word) => !forms.has(word) && !units.has(word) && !/[%+]/.test(word));
  const isNumber = (word: string) => /^\p{N}/u.test(word);
  const isNamed = !core.every(isNumber);
  return {
    // Of signs alone, with the apostrophe by which an exported list keeps a text a text or without.
    key:
      tokens.join(" ") ||
      folded(name)
        .trim()
        .replace(/^'(?=.)/, ""),
    loose: isNamed
      ? core
          .map((word) => (isNumber(word) ? word : soundOf(word)))
          .sort()
          .join(" ")
      : "",
    forms: new Set(tokens.flatMap((word) => forms.get(word) ?? [])),
    units: new Set(tokens.filter((word) => units.has(word))),
  };
});

/** Whether names are of one product beyond doubt, may be, or are not. "Atorsudha 10" is never "Atorsudha 20". */
export function likenessOfNames(one: ProductName, other: ProductName): "same" | "alike" | null {
  if (one.key === other.key) return "same";
  const mayBe = one.loose !== "" && one.loose === other.loose;
  return mayBe && mayAgree(one.forms, other.forms) && mayAgree(one.units, other.units) ? "alike" : null;
}

/** Whether what one name says is in the other too, or one of them says nothing. */
function mayAgree(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === 0 || other.size === 0 || [...one].some((word) => other.has(word));
}

/**
 * Whether a name has all that a strength or pack says: "Dolo 650" says "650 mg". A number counts if it has the same unit, or none on
 * one side: "Zinc 20 mg" does not say "20 ml".
 */
export function saysAlready(name: string, part: string): boolean {
  const said = tokensOf(name);
  const words = tokensOf(part);
  return words.every(
    (word, at) =>
      units.has(word) ||
      said.some((other, place) => other === word && mayBeOneUnit(said[place + 1], words[at + 1])),
  );
}

/** Whether the words behind two numbers are not two different units. */
function mayBeOneUnit(one: string | undefined, other: string | undefined): boolean {
  const [unit, another] = [unitOf(one), unitOf(other)];
  return unit === undefined || another === undefined || unit === another;
}

function unitOf(word = ""): string | undefined {
  if (word === "gm") return "g";
  return word === "%" || units.has(word) ? word : undefined;
}
