import { type ReactNode, useLayoutEffect, useRef } from "react";

/**
 * A form's fields, which take no input while they are `held`: what is typed once they were sent would be in the form, and not in
 * what is saved. When they are free again, the focus is where it was, or in the first field that has a problem.
 */
export function HeldFields({ held, children }: { held: boolean; children: ReactNode }) {
  const fields = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement>(null);
  // Before the first paint in which they can't have the focus, and the first one in which they can have it again.
  useLayoutEffect(() => {
    const element = fields.current;
    if (!element || element.hasAttribute("inert") === held) return;
    const { activeElement } = document;
    element.toggleAttribute("inert", held);
    if (held) {
      focused.current =
        activeElement instanceof HTMLElement && element.contains(activeElement) ? activeElement : null;
      return;
    }
    const wrong = element.querySelector<HTMLElement>("[aria-invalid=true]");
    if (wrong) wrong.focus();
    else if (activeElement === document.body) focused.current?.focus();
  }, [held]);
  return (
    <div ref={fields} className="contents">
      {children}
    </div>
  );
}
