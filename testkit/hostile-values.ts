/** A word that no log may contain: every hostile text includes it. */
export const marker = "Quagga";

/** Texts that break string concatenation; each may be stored unchanged. */
export const storableTexts = [
  `${marker}'; drop table doctors; --`,
  `${marker}" or 1=1 /*`,
  `<script>alert("${marker}")</script>`,
  `<img src=x onerror=alert(1)> ${marker}`,
  `\${7*7} {{7*7}} %s %n ${marker}`,
  `${marker} \\ % _ $1 :name ?`,
  `${marker}\u202e\u200b\ufeff.`,
  `𝕢𝕦𝕒𝕘𝕘𝕒 ${marker} 👩‍⚕️ डॉक्टर`,
  `${marker}\r\nX-Injected: yes`,
  `=cmd|'/c calc'!A1 ${marker}`,
  `../../etc/passwd ${marker}`,
  "null",
  "__proto__",
];

/** Texts that can't be stored unchanged: characters that PostgreSQL or people can't handle. */
export const unstorableTexts = [
  `a\0${marker}`,
  `a\u0007${marker}`,
  `\u001b[31m${marker}`,
  `a\u007f${marker}`,
];

/** Halves of characters: they are stored as the replacement character. */
export const brokenTexts = [`a\ud800${marker}`, `\udfff${marker}`];

/** Values of every kind, for fields of every kind. */
export const wrongKinds: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2_147_483_648,
  9_007_199_254_740_991,
  "",
  "   ",
  "x".repeat(100_000),
  [],
  [null],
  {},
  { $ne: null },
  { toString: "x", length: 1 },
];

/** Words that may be mistaken for a number, a day, an id or a choice; a text field accepts them. */
export const wrongWords = [
  "99999999999999999999",
  "-1",
  "1e400",
  "NaN",
  "Infinity",
  "0x7f",
  "2025-02-30",
  "99999-12-31",
  "2025-06-15T00:00:00Z",
  "infinity",
  "00000000-0000-0000-0000-00000000000g",
  "Completed",
];

/** Ids that no row has. */
export const wrongIds = [
  "1",
  "-1",
  "null",
  "undefined",
  "NaN",
  "%00",
  "%20",
  "..%2f..%2fetc%2fpasswd",
  "'%20or%201=1--",
  "<script>",
  "[object%20Object]",
  "00000000-0000-0000-0000-00000000000g",
  "0197a3b0-0000-7000-8000-000000000001%00",
  "0197a3b0-0000-7000-8000-000000000001'",
  "{0197a3b0-0000-7000-8000-000000000001}",
  "0197a3b000007000800000000000000001",
  "x".repeat(150),
  "x".repeat(5000),
  "%F0%9F%98%80",
  "%ED%A0%80",
  "%zz",
  "%",
];

/** Malformed bodies, as sent. */
export const brokenBodies: [name: string, body: string | Uint8Array][] = [
  ["nothing", ""],
  ["half an object", '{"name":'],
  ["no JSON", "name=Asha"],
  ["single quotes", "{'name':'Asha'}"],
  ["a trailing comma", '{"name":"Asha",}'],
  ["NaN", '{"name":NaN}'],
  ["two values", "{}{}"],
  ["null", "null"],
  ["a number", "5"],
  ["a text", '"name"'],
  ["a list", "[]"],
  ["true", "true"],
  ["a byte order mark alone", "\ufeff"],
  ["bytes that are no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ["a prototype", '{"__proto__":{"admin":true},"name":"Asha"}'],
  ["a prototype by its constructor", '{"constructor":{"prototype":{"admin":true}},"name":"Asha"}'],
  ["a prototype, hidden", '{"\\u005f_proto__":{"admin":true},"name":"Asha"}'],
  ["lists in lists", "[".repeat(100_000) + "]".repeat(100_000)],
  ["objects in objects", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`],
  [
    "ten thousand keys",
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]))),
  ],
];
