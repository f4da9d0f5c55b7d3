import { describe, expect, test } from "vitest";
import { cityKey, cityName, mostWritten } from "./same-city.ts";

describe("one city", () => {
  test.each([
    [
      "Pune",
      ["PUNE", "pune", "Pune.", " Pune ", "Pune - 411001", "Pune-411 001", "Pune 411001.", "Pune (411001)"],
    ],
    ["Pune", ["Pune – 411001", "Pune Pin 411001", "PUNE, PIN CODE: 411 001", "Pune411001", "Pu\u200bne"]],
    ["Navi Mumbai", ["navi  mumbai", "Navi-Mumbai", "NAVI MUMBAI - 400703"]],
    ["पुणे", ["पुणे.", "पुणे - ४११००१"]],
    ["फ़तेहपुर", ["फतेहपुर", "\u095eतेहपुर - 212601"]],
    ["12 MG Road, Pune", ["12 MG ROAD, PUNE - 411001", "12, MG Road, Pune, 411001."]],
  ])("%s is also written %j", (city, others) => {
    expect(others.map(cityKey)).toEqual(others.map(() => cityKey(city)));
  });

  test.each([
    ["Pune", "Puné Camp"],
    ["Pune", "New Pune"],
    ["Pune 41100", "Pune"],
    ["Pune 4110011", "Pune"],
    ["1/2 MG Road", "12 MG Road"],
    ["411001", "411002"],
  ])("%s is not %s", (one, other) => {
    expect(cityKey(one)).not.toBe(cityKey(other));
  });
});

test.each([
  ["Pune - 411001", "Pune"],
  ["Pune (411 001).", "Pune"],
  ["PUNE Pin Code: 411001", "PUNE"],
  ["Pune.", "Pune"],
  ["Pune (Camp)", "Pune (Camp)"],
  ["Sector 12", "Sector 12"],
  ["411001", "411001"],
  ["...", "..."],
])("the name of %j is %j", (written, name) => {
  expect(cityName(written)).toBe(name);
});

test("a place is named as it is written most often, and places are sorted", () => {
  const places = [
    { text: "PUNE", count: 2 },
    { text: "Pune", count: 3 },
    { text: "pune.", count: 1 },
    { text: "Kochi", count: 1 },
    { text: "KOCHI", count: 1 },
    { text: "...", count: 9 },
  ];
  expect(mostWritten(places.map((place) => ({ ...place, key: cityKey(place.text) })))).toEqual([
    "KOCHI",
    "Pune",
  ]);
});
