import { useEffect } from "react";
import { productName } from "../../api/page-settings.ts";

/** Sets the title of the browser's tab and history entry: "Doctors · Rounds". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? productName : `${title} · ${productName}`;
  }, [title]);
}
