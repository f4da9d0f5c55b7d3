import type { Ref, RefCallback } from "react";

/** Gives an element also to the ref of whoever uses a field, beside the field's own; returns what React runs when it goes. */
export function passRef<Of>(ref: Ref<Of> | undefined, element: Of | null): ReturnType<RefCallback<Of>> {
  if (typeof ref === "function") return ref(element);
  if (ref) ref.current = element;
}
