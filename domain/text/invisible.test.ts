import { expect, test } from "vitest";
import { withoutInvisible } from "./invisible.ts";

const codes = [
  ...[0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2066, 0x2067, 0x2068, 0x2069, 0xfeff, 0x00ad, 0x061c, 0x180e, 0x2060, 0x2061, 0x2064, 0x206f],
].map((code): [string, string] => [code.toString(16), String.fromCharCode(code)]);

test.each(codes)("U+%s is removed at the start, within and at the end of a name", (_, unseen) => {
  expect(withoutInvisible(`${unseen}Dr. As${unseen}ha${unseen} Rao${unseen}`)).toBe("Dr. Asha Rao");
  expect(withoutInvisible(`${unseen}शर्मा ${unseen}राव${unseen}`)).toBe("शर्मा राव");
  expect(withoutInvisible(`1${unseen}2`)).toBe("12");
});

test.each([
  ["a half letter of Devanagari", "क्\u200dष"],
  ["a visible virama of Devanagari", "क्\u200cष"],
  ["a ya of Bengali", "র\u200d্য"],
  ["a name in Persian", "علی\u200cرضا"],
  ["a chillu of Malayalam at the end of a name", "രാജന്\u200d നായര്\u200d"],
  ["the doctor's emoji", "👩🏽\u200d⚕️ 👨\u200d👩\u200d👧"],
])("%s keeps its joiner", (_, text) => {
  expect(withoutInvisible(text)).toBe(text);
});

test.each([
  ["क्\u200d\u200dष", "क्\u200dष"],
  ["क्\u200b\u200dष", "क्\u200dष"],
  ["क\u200d", "क"],
  ["क\u200d ख", "क ख"],
  ["क\u200dA", "कA"],
  ["😀\u200d", "😀"],
  ["A\u200d😀", "A😀"],
  ["\u202a+91 98220 11111\u202c", "+91 98220 11111"],
])("%j becomes %j", (typed, text) => {
  expect(withoutInvisible(typed)).toBe(text);
});
