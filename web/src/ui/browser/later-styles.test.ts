import { expect, test } from "vitest";
import { laterStyles, styleLaterParts } from "./later-styles.ts";

const links = () => [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];

test("loads the style once, and again after a failure", async () => {
  await laterStyles(); // no address yet: there is nothing to load
  styleLaterParts("/assets/later.css");
  const failed = laterStyles();
  expect(links().map((link) => link.getAttribute("href"))).toEqual(["/assets/later.css"]);
  links()[0]?.dispatchEvent(new Event("error"));
  await expect(failed).rejects.toThrow("could not be fetched");
  expect(links()).toEqual([]);

  const loaded = laterStyles();
  expect(laterStyles()).toBe(loaded);
  expect(links()).toHaveLength(1);
  links()[0]?.dispatchEvent(new Event("load"));
  await loaded;
  await laterStyles();
  expect(links()).toHaveLength(1);
});
