import { expect, test } from "vitest";
import { csvRecord } from "./csv.ts";

test.each([
  ["Amoxicillin 500", "Amoxicillin 500"],
  ["पैरासिटामोल ₹", "पैरासिटामोल ₹"],
  ["a, b", '"a, b"'],
  ['5" strip', '"5"" strip"'],
  ["two\nlines", '"two\nlines"'],
  ["two\r\nlines", '"two\r\nlines"'],
  ["", ""],
  ["a=b", "a=b"],
  ["Co-trimoxazole", "Co-trimoxazole"],
  ["'quoted", "'quoted"],
  ["=1+1", "'=1+1"],
  ["+91 1", "'+91 1"],
  ["-5%", "'-5%"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ["\rx", '"\'\rx"'],
  ["  =1", "'  =1"],
  ["\u00a0\u3000=1", "'\u00a0\u3000=1"],
  ["\u200b\ufeff=1", "'\u200b\ufeff=1"],
  ["\n=1", '"\'\n=1"'],
  ["＝1", "'＝1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠a", "'＠a"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
])("the text %j becomes %j", (text, cell) => {
  expect(csvRecord([text])).toBe(`${cell}\r\n`);
});

test("numbers stay unchanged, negative ones too", () => {
  expect(csvRecord(["a", { number: -5 }, { number: "1234567.50" }, { number: 0 }])).toBe(
    "a,-5,1234567.50,0\r\n",
  );
});
