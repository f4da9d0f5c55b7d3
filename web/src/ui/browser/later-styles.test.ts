import { expect, test } from "vitest";
import { laterStyles, styleLaterParts } from "./later-styles.ts";

const links = () => [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];

test("loads the style once, after that of the first screens, and again after a failure", async () => {
  document.body.innerHTML = '<link rel="stylesheet" href="/assets/first.css">';
  await laterStyles(); // no address yet: there is nothing to load
  styleLaterParts("/assets/later.css");
  const failed = laterStyles();
  expect(links().map((link) => link.getAttribute("href"))).toEqual([
    "/assets/first.css",
    "/assets/later.css",
  ]);
  links()[1]?.dispatchEvent(new Event("error"));
  await expect(failed).rejects.toThrow("could not be fetched");
  expect(links()).toHaveLength(1);

  const loaded = laterStyles();
  expect(laterStyles()).toBe(loaded);
  expect(links()).toHaveLength(2);
  links()[1]?.dispatchEvent(new Event("load"));
  await loaded;
  await laterStyles();
  expect(links()).toHaveLength(2);
});
