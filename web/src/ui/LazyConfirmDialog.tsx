import { type ComponentProps, lazy, Suspense } from "react";

const ConfirmDialog = lazy(async () => ({ default: (await import("./ConfirmDialog.tsx")).ConfirmDialog }));

/** A ConfirmDialog for screens that people begin with: its code comes when they are at rest, or when it is opened. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return (
    <Suspense fallback={null}>
      <ConfirmDialog {...props} />
    </Suspense>
  );
}
