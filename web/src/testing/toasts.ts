import { onTestFinished, vi } from "vitest";
import { toast } from "../ui/message/toast.ts";

/** Notes the texts of all toasts from now on, also of one that has closed or whose code is still on its way. */
export function noteToasts(): string[] {
  const texts: string[] = [];
  for (const type of ["success", "error", "warning", "info"] as const) {
    const show = toast[type];
    const spy = vi.spyOn(toast, type).mockImplementation((text, options) => {
      texts.push(text);
      return show(text, options);
    });
    onTestFinished(() => void spy.mockRestore());
  }
  return texts;
}
