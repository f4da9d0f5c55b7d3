import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Target } from "../paths.ts";

/**
 * Goes to another screen in place of this one, once: the target that it was made with, whatever the address is
 * while the other screen comes.
 */
export function Redirect({ target }: { target: Target }) {
  const first = useRef(target);
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ ...first.current, replace: true });
  }, [navigate]);
  return null;
}
