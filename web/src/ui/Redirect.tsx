import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Target } from "../paths.ts";

/**
 * Replaces this screen with another one, once: the target at creation time, whatever the address is while the other
 * screen loads.
 */
export function Redirect({ target }: { target: Target }) {
  const first = useRef(target);
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ ...first.current, replace: true });
  }, [navigate]);
  return null;
}
