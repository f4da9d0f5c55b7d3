import type { ReactNode } from "react";
import { productName } from "../api/page-settings.ts";
import { ProductMark } from "../ui/figure/ProductMark.tsx";
import { useDocumentTitle } from "../ui/navigation/useDocumentTitle.ts";

type Props = {
  title: string;
  /** A sentence under the title. */
  lead?: ReactNode;
  /** The card. */
  children: ReactNode;
  /** Quiet links under the card. */
  foot?: ReactNode;
};

/** The frame of every screen outside the product's own layout: the product's logo, a title, one card. */
export function SignInFrame({ title, lead, children, foot }: Props) {
  useDocumentTitle(title);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex flex-col items-center gap-3 text-center">
          <div className="flex items-center gap-2.5">
            <ProductMark size={40} />
            <p className="min-w-0 text-lg font-semibold wrap-anywhere">{productName}</p>
          </div>
          <div>
            <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
            {lead && <div className="mt-1 text-balance wrap-anywhere text-muted">{lead}</div>}
          </div>
        </div>
        {children}
        {foot && <div className="mt-4 flex flex-col items-center gap-1 text-center text-muted">{foot}</div>}
      </div>
    </main>
  );
}

/** The classes of the card of such a screen, which is usually a form. */
export const cardClass = "flex flex-col gap-4 rounded-card border border-line bg-surface p-5 sm:p-6";
