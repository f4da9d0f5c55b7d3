import { expect, test } from "vitest";
import { contactWays } from "./contact-ways.ts";

const name = "Dr. Asha Rao";
const ways = (contact_number: string | null, hospital: string | null = null, address: string | null = null) =>
  contactWays({ name, contact_number, hospital, address });
const placeOf = (href: string | null) => href && new URL(href).searchParams.get("destination");

test("a mobile is called, written to, and the way leads to hospital and address", () => {
  expect(ways("98220 11111", "KEM Hospital", "12 MG Road,\nPune")).toEqual({
    call: "tel:+919822011111",
    whatsapp: "https://wa.me/919822011111",
    directions: "https://www.google.com/maps/dir/?api=1&destination=KEM+Hospital%2C+12+MG+Road%2C+Pune",
  });
});

test("the first number is called, and WhatsApp goes to the first that may be a mobile", () => {
  expect(ways("022-2845 1234 ext 5 / 98220 11111")).toEqual({
    call: "tel:+912228451234,5",
    whatsapp: "https://wa.me/919822011111",
    directions: null,
  });
});

test("what is missing leads nowhere", () => {
  const nothing = { call: null, whatsapp: null, directions: null };
  expect(contactWays({ name })).toEqual(nothing);
  expect(ways("", "", "")).toEqual(nothing);
  expect(ways("ask at reception", "KEM Hospital", " \n, ")).toEqual(nothing);
  // A hospital's name alone would lead to any of that name.
  expect(ways(null, "City Hospital", null).directions).toBeNull();
});

test("an address is data, whatever it holds", () => {
  for (const address of [
    "Pune&origin=evil#x",
    "javascript:alert(1)",
    "https://example.com/?q=1",
    "\ud800 Pune",
    "a%0d%0ab",
  ]) {
    const href = ways(null, null, address).directions ?? "";
    const url = new URL(href);
    expect(url.origin + url.pathname).toBe("https://www.google.com/maps/dir/");
    expect([...url.searchParams.keys()]).toEqual(["api", "destination"]);
    expect(url.hash).toBe("");
    expect(placeOf(href)).toBe(address.toWellFormed());
  }
});

test("a place too long for the map's address keeps its end", () => {
  const long = ways(null, "ह".repeat(200), `${"म".repeat(450)}, शिवाजी नगर, पुणे`).directions ?? "";
  expect(long.length).toBeLessThanOrEqual(2048);
  expect(placeOf(long)).toBe("शिवाजी नगर, पुणे");
  const oneWord = ways(null, null, "म".repeat(500)).directions ?? "";
  expect(oneWord.length).toBeLessThanOrEqual(2048);
  expect(placeOf(oneWord)).toBe("म".repeat(200));
});
