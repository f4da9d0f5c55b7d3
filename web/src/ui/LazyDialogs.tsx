import { type ComponentProps, lazy, Suspense } from "react";
import type { DeleteDialog as LoadedDeleteDialog } from "./DeleteDialog.tsx";

// The first screen does without them: their code is loaded after it, or when the dialog opens.
const ConfirmDialog = lazy(async () => ({ default: (await import("./ConfirmDialog.tsx")).ConfirmDialog }));
// `lazy` drops type parameters.
const AnyDeleteDialog = lazy(async () => ({
  default: (await import("./DeleteDialog.tsx")).DeleteDialog,
})) as unknown as typeof LoadedDeleteDialog;

/** A ConfirmDialog for the first screen. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return (
    <Suspense fallback={null}>
      <ConfirmDialog {...props} />
    </Suspense>
  );
}

/** A DeleteDialog for the first screen. */
export const LazyDeleteDialog: typeof LoadedDeleteDialog = (props) => (
  <Suspense fallback={null}>
    <AnyDeleteDialog {...props} />
  </Suspense>
);
