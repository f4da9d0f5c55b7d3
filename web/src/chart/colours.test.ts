import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

type Rgb = readonly [number, number, number];

const styles = readFileSync(join(import.meta.dirname, "../styles.css"), "utf8");
const [, light = "", dark = ""] = styles.split(/^:root \{|^\[data-theme="dark"\] \{/m);

function colour(theme: string, name: string): Rgb {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(theme)?.[1] ?? "";
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(0), part(2), part(4)];
}

const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one) + 0.05, luminance(other) + 0.05].sort((a, b) => a - b);
  return high / low;
}

/** How linear colours are seen with colour blindness (Machado, Oliveira and Fernandes 2009, severity 1). */
const visions: Record<string, readonly Rgb[]> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(colour: Rgb, vision: readonly Rgb[]): Rgb {
  const row = ([r, g, b]: Rgb) => Math.min(1, Math.max(0, r * colour[0] + g * colour[1] + b * colour[2]));
  const [red, green, blue] = vision.map(row);
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/** The colour in OKLab, where distances are roughly those that people see (1 is black to white). */
function oklab([red, green, blue]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Five times the smallest difference that people notice. */
const clear = 0.1;

const distance = (one: Rgb, other: Rgb) =>
  Math.hypot(...oklab(one).map((part, index) => part - (oklab(other)[index] ?? 0)));

describe.each([
  ["light", light],
  ["dark", dark],
])("the five chart colours of the %s theme", (_, theme) => {
  const colours = [1, 2, 3, 4, 5].map((number) => colour(theme, `chart-${number}`));

  test("stand out from the surface by 3:1", () => {
    for (const chart of colours) {
      expect(contrast(chart, colour(theme, "surface"))).toBeGreaterThan(3);
    }
  });

  test.each(Object.entries(visions))("are distinguishable with %s", (_name, vision) => {
    colours.forEach((one, index) => {
      for (const other of colours.slice(index + 1)) {
        expect(distance(seen(one, vision), seen(other, vision))).toBeGreaterThan(clear);
      }
    });
  });
});
