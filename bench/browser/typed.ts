import type { Page } from "@playwright/test";

/** How long a person takes from one key to the next, in milliseconds: five keys a second. */
export const msPerKey = 200;

/** Somebody at a keyboard. */
export type Typist = {
  /** Types a text, one key after another. */
  type(text: string): Promise<void>;
  /** Presses one key, or several at once such as "Control+Enter". */
  press(key: string): Promise<void>;
  /** The keys so far. */
  keys(): number;
};

/** Types into a page as a person does: no mouse, and a pause before every key. */
export function typistAt(page: Page): Typist {
  let keys = 0;
  const next = async () => {
    keys++;
    await page.waitForTimeout(msPerKey);
  };
  return {
    async type(text) {
      for (const letter of text) {
        await next();
        await page.keyboard.type(letter);
      }
    },
    async press(key) {
      await next();
      await page.keyboard.press(key);
    },
    keys: () => keys,
  };
}
