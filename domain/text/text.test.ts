import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { nameText, optionalChoice, optionalText, requiredText, searchText } from "./text.ts";

const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message);
const controls = "This text contains characters that can't be saved";

describe("a name", () => {
  const name = nameText(200, "Name, please");

  test.each(["Asha\nRao", "Asha\r\nRao", "Asha\u2028Rao"])("%j is refused", (typed) => {
    expect(messagesOf(name, typed)).toEqual(["A name is one line"]);
  });

  test.each([
    ["Dr. \u202eoaR ahsA", "Dr. oaR ahsA"],
    ["Dr.\u2066 As\u200bha\ufeff", "Dr. Asha"],
    ["ڈاکٹر \u200fاحمد", "ڈاکٹر احمد"],
    ["\u200d Asha \u200b", "Asha"],
  ])("%j is the name %j, without what nobody sees", (typed, stored) => {
    expect(name.parse(typed)).toBe(stored);
    expect(optionalText(200).parse(typed)).toBe(stored);
    expect(searchText.parse(typed)).toBe(stored);
  });

  test.each(["\u200b", "\u202a \u202c"])("%j is no name", (typed) => {
    expect(messagesOf(name, typed)).toEqual(["Name, please"]);
    expect(optionalText(200).parse(typed)).toBeNull();
  });

  const empty = [0x2800, 0x3164, 0x115f, 0x1160, 0xffa0, 0x034f, 0xfe00, 0xfe0f, 0xe0000, 0xe0041, 0xe007f];
  test.each(empty.map((code): [string, string] => [code.toString(16), String.fromCodePoint(code)]))(
    "U+%s, which shows nothing, is no name, and may be part of one",
    (_, unseen) => {
      expect(messagesOf(name, unseen)).toEqual(["Name, please"]);
      expect(messagesOf(name, `${unseen} ${unseen}\u2800`)).toEqual(["Name, please"]);
      expect(name.parse(`Dr. Asha${unseen} Rao`)).toBe(`Dr. Asha${unseen} Rao`);
    },
  );

  test.each([
    "  Dr. Asha Rao\n",
    "ڈاکٹر احمد",
    "\u{1f469}\u{1f3fd}\u200d\u2695\ufe0f Dr. 😀 مرحبا",
    "\u2764\ufe0f",
    "രാജന്\u200d",
  ])("%j is a name", (typed) => {
    expect(name.parse(typed)).toBe(typed.trim());
  });
});

describe("a required text", () => {
  const name = requiredText(10, "Name, please");

  test.each([
    ["Asha", "Asha"],
    ["  Asha  ", "Asha"],
    ["\t\n Asha \r\n", "Asha"],
    ["\u00a0\u3000Asha\ufeff", "Asha"],
    ["a\r\nb", "a\nb"],
    ["x".repeat(10), "x".repeat(10)],
    [` ${"x".repeat(10)} `, "x".repeat(10)],
    ["\ud800", "\ufffd"],
    ["a\udc00b", "a\ufffdb"],
    ["<b>", "<b>"],
    ["'; --", "'; --"],
    ["डॉक्टर", "डॉक्टर"],
    ["😀😀😀😀😀", "😀😀😀😀😀"],
  ])("%j is stored as %j", (typed, stored) => {
    expect(name.parse(typed)).toBe(stored);
  });

  test.each(["", "   ", "\t\r\n", "\u00a0", undefined, null, 5, [], {}])("%j is missing", (value) => {
    expect(messagesOf(name, value)).toEqual(["Name, please"]);
  });

  test("too long a text, and characters that can't be stored, have their messages", () => {
    expect(messagesOf(name, "x".repeat(11))).toEqual(["Please use at most 10 characters"]);
    for (const character of ["\0", "\u0001", "\b", "\u000b", "\f", "\u001b", "\u007f"]) {
      expect(messagesOf(name, `a${character}b`)).toEqual([controls]);
    }
    for (const character of ["\t", "\n", "\r", "\u0085", "\u200b", "\u2028", "\ufffe"]) {
      expect(messagesOf(name, `a${character}b`)).toBeUndefined();
    }
  });
});

describe("an optional text", () => {
  const email = optionalText(20, { holds: /@/, message: "An address, please" });

  test.each([undefined, null, "", "   ", "\r\n", "\u00a0"])("%j becomes null", (value) => {
    expect(email.parse(value)).toBeNull();
  });

  test("trims the text, and checks length, characters and rule", () => {
    expect(email.parse(" a@b ")).toBe("a@b");
    expect(messagesOf(email, "ab")).toEqual(["An address, please"]);
    expect(messagesOf(email, `a@${"b".repeat(19)}`)).toEqual(["Please use at most 20 characters"]);
    expect(messagesOf(email, "a@\0")).toEqual([controls]);
    expect(messagesOf(optionalText(5), 5)).toHaveLength(1);
    expect(messagesOf(optionalText(5), ["a"])).toHaveLength(1);
  });
});

describe("an optional choice", () => {
  const choice = optionalChoice(["A", "B"]);

  test("is one of the list or null", () => {
    expect(["A", "B", "", null, undefined].map((value) => choice.parse(value))).toEqual([
      "A",
      "B",
      null,
      null,
      null,
    ]);
  });

  test.each(["a", " A", "C", "A,B", 0, false, [], ["A"], {}])("%j is neither", (value) => {
    expect(messagesOf(choice, value)).toEqual(["Please choose one of: A, B"]);
  });
});

describe("a search text", () => {
  test("can be empty or left out, is trimmed, and keeps its punctuation", () => {
    expect(searchText.parse(undefined)).toBe("");
    expect(searchText.parse("  ")).toBe("");
    expect(searchText.parse(" 50%_\\ ")).toBe("50%_\\");
  });

  test("has a maximum length and no control characters", () => {
    expect(messagesOf(searchText, "x".repeat(201))).toEqual(["Please use at most 200 characters"]);
    expect(messagesOf(searchText, "a\0")).toEqual([controls]);
    expect(messagesOf(searchText, ["a", "b"])).toHaveLength(1);
  });
});
