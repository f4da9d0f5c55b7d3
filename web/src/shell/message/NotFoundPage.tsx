import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/control/ButtonLink.tsx";
import { useDocumentTitle } from "../../ui/navigation/useDocumentTitle.ts";

/** Shown at an address that does not exist. */
export function NotFoundPage() {
  useDocumentTitle("Page not found");
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-20 text-center">
      <h1 className="text-xl font-semibold">Page not found</h1>
      <p className="text-muted">
        There is nothing at this address. It may be mistyped, or its content may have been deleted.
      </p>
      <ButtonLink target={paths.dashboard()} variant="primary">
        Go to the dashboard
      </ButtonLink>
    </div>
  );
}
