import { useEffect, useState } from "react";

/** A text once it has stayed the same for a while, as when somebody stops typing; undefined meanwhile. */
export function useSettled(text: string, milliseconds: number): string | undefined {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled === text ? settled : undefined;
}
