import { renderHook } from "@testing-library/react";
import { useToasts } from "../ui/toast.ts";

/** The texts of the toasts at this moment, also of one whose code is still on its way. */
export const toastTexts = () => renderHook(() => useToasts()).result.current.map(({ text }) => text);
