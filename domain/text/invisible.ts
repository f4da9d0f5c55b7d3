/**
 * Zero-width spaces and marks, the characters that change the direction of writing (Unicode's bidirectional ones), the hyphens
 * for the end of a line that copied text holds, and other format characters without a shape.
 */
const unseen = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/g;
const repeatedJoiner = /(\u200c|\u200d)(?:\u200c|\u200d)+/g;

/** A letter or mark of Arabic, and of the scripts of India and its neighbours: a joiner changes the shape of two of them. */
const joining =
  "(?=[\\p{L}\\p{M}])[\\u0600-\\u074f\\u0750-\\u077f\\u0860-\\u0dff\\u1000-\\u109f\\ufb50-\\ufdff\\ufe70-\\ufefc\\u{11000}-\\u{11fff}]";
/**
 * The places where a joiner means something: between two such letters; between the parts of an emoji, as in 👩‍⚕️; and after
 * the virama of Malayalam, where it makes a letter of its own (The Unicode Standard, chapter 12.9). All other joiners are
 * matched outside the group.
 */
const joiner = new RegExp(
  `((?<=${joining})[\\u200c\\u200d](?=${joining})|(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})|(?<=\\u0d4d)\\u200d)|[\\u200c\\u200d]`,
  "gu",
);

/** The text without characters that nobody sees, so that two texts that look the same are the same. */
export function withoutInvisible(text: string): string {
  return text.replace(unseen, "").replace(repeatedJoiner, "$1").replace(joiner, "$1");
}

/** Every character but white space, control characters, and those that Unicode draws nothing for; a blank of Braille is empty too. */
const seen = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether anything of the text can be seen: Hangul's fillers, a lone variation selector or tags are nothing to read. */
export function isSeen(text: string): boolean {
  return seen.test(text);
}
