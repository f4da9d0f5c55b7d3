import type { ReactNode } from "react";

type Props = {
  title?: ReactNode;
  /** Buttons or links beside the title. */
  actions?: ReactNode;
  /** Without padding, for a table that fills the card. */
  flush?: boolean;
  children: ReactNode;
};

/** A framed part of a screen, with its own heading. */
export function Card({ title, actions, flush = false, children }: Props) {
  return (
    <section className="rounded-card border border-line bg-surface">
      {(title || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 break-after-avoid sm:px-5">
          {title && <h2 className="text-base font-semibold">{title}</h2>}
          {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
        </div>
      )}
      <div className={flush ? (title ? "pt-3" : "") : "p-4 sm:p-5"}>{children}</div>
    </section>
  );
}
