import { setTimeout as wait } from "node:timers/promises";
import type { Locator } from "@playwright/test";

/** A person's hand: it waits before each tap and each key, as long as a person takes, and counts them. */
export class Hand {
  taps = 0;
  keys = 0;
  readonly #tapMs: number;
  readonly #keyMs: number;

  /** Milliseconds before each tap, from seeing what to tap, and for each key. */
  constructor(tapMs: number, keyMs: number) {
    this.#tapMs = tapMs;
    this.#keyMs = keyMs;
  }

  async tap(target: Locator): Promise<void> {
    await this.#reach(target);
    await target.tap();
  }

  /** Chooses from a phone's own list of options: a tap that opens it, and one on the option. Scrolling is not counted. */
  async choose(field: Locator, value: string): Promise<void> {
    await this.#reach(field);
    await this.#reach(field);
    await field.selectOption(value);
  }

  /** Types into a field, after a tap if it does not have the focus yet. */
  async type(field: Locator, text: string): Promise<void> {
    await field.waitFor();
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.tap(field);
    for (const key of text) {
      await wait(this.#keyMs);
      await field.press(key);
      this.keys++;
    }
  }

  async #reach(target: Locator): Promise<void> {
    await target.waitFor();
    await wait(this.#tapMs);
    this.taps++;
  }
}
