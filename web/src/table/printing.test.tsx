import { afterEach, expect, test, vi } from "vitest";
import { noteToasts } from "../testing/toasts.ts";
import { printPage, printsWhole } from "./printing.ts";

const print = vi.fn();

afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

test.each([false, true])(
  "prints nothing and says nothing once the list was left while it was read (fails: %s)",
  async (fails) => {
    vi.stubGlobal("print", print);
    print.mockClear();
    const toasts = noteToasts();
    for (const isLeft of [false, true]) {
      history.replaceState(null, "", "/doctors");
      let finish = () => {};
      const read = new Promise<void>((resolve, reject) => {
        finish = fails ? () => reject(new Error("no connection")) : resolve;
      });
      const takeBack = printsWhole(() => read);
      const printed = printPage();
      if (isLeft) history.replaceState(null, "", "/visits");
      finish();
      await printed;
      takeBack();
    }
    expect(print).toHaveBeenCalledTimes(fails ? 0 : 1);
    expect(toasts.length).toBe(fails ? 1 : 0);
  },
);
