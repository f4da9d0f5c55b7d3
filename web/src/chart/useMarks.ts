import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Target } from "../paths.ts";
import { useNavigate } from "../router/RouterProvider.tsx";
import { hrefOf } from "../router/router.ts";

/** The mark with the open tooltip, and what opened it. */
type ActiveMark = { index: number; by: "mouse" | "touch" | "keys" };

type Options = {
  count: number;
  targetOf: (index: number) => Target | undefined;
  /** Where a key leads; by default the arrows lead to the neighbours, Home and End to the ends. */
  move?: (key: string, index: number) => number | undefined;
  /** Where the Tab key enters. */
  start?: number;
};

/**
 * Moving between the marks of a chart. The Tab key stops at the chart once; inside, the arrow keys move, Enter opens,
 * Escape closes the tooltip. A mouse points and clicks. A finger's first tap shows the tooltip, and the second tap on
 * the same mark opens it. `area` is the chart: a tap outside closes the tooltip.
 */
export function useMarks({ count, targetOf, move = alongList(count), start = 0 }: Options) {
  const area = useRef<HTMLDivElement>(null);
  const nodes = useRef(new Map<number, HTMLElement>());
  const [shown, show] = useState<ActiveMark>();
  const [reached, setReached] = useState(start);
  const focusWanted = useRef(false);
  /** The current press: a finger put down on the mark that is already shown will open it. */
  const press = useRef<{ type: string; again: boolean }>(undefined);
  const { hrefOf, open } = useOpenTarget();

  const active = shown && shown.index < count ? shown : undefined;
  const stop = Math.min(reached, Math.max(0, count - 1));

  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    nodes.current.get(stop)?.focus();
  }, [stop]);
  useCloseOutside(area, active?.by === "touch", show);

  function onKeyDown(event: KeyboardEvent) {
    press.current = undefined;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Escape" && active) {
      event.stopPropagation();
      show(undefined);
      return;
    }
    const next = move(event.key, stop);
    if (next === undefined) return;
    event.preventDefault();
    const index = Math.min(count - 1, Math.max(0, next));
    if (index === stop) return show({ index, by: "keys" });
    focusWanted.current = true;
    setReached(index);
  }

  /** Remembers on which mark a press begins. */
  function onPress(event: PointerEvent, index: number) {
    press.current = { type: event.pointerType, again: active?.index === index && active.by === "touch" };
  }

  /** Forgets the press; returns whether one that began on a mark was under way. */
  function endPress(): boolean {
    const going = press.current !== undefined;
    press.current = undefined;
    return going;
  }

  /** The handlers that make an element respond to the pointer for a mark. */
  function pointerProps(index: number, direct = false) {
    const target = targetOf(index);
    return {
      href: target && hrefOf(target),
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== "touch") show({ index, by: "mouse" });
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === "touch") return;
        press.current = undefined;
        show((was) => (was?.by === "mouse" ? undefined : was));
      },
      onPointerCancel: () => {
        press.current = undefined;
      },
      onPointerDown: (event: PointerEvent) => onPress(event, index),
      onClick: (event: MouseEvent) => {
        const { type, again } = press.current ?? {};
        press.current = undefined;
        if (type === "touch" && !again && !direct) {
          event.preventDefault();
          show({ index, by: "touch" });
        } else if (target) {
          open(event, target);
        }
      },
    };
  }

  /** The properties that make an element the mark itself, for keyboard and pointer. */
  function markProps(index: number, direct?: boolean) {
    return {
      ...pointerProps(index, direct),
      ref: (node: HTMLElement | null) => {
        if (node) nodes.current.set(index, node);
        else nodes.current.delete(index);
      },
      tabIndex: index === stop ? 0 : -1,
      onKeyDown,
      onFocus: () => {
        setReached(index);
        if (!press.current) show({ index, by: "keys" });
      },
      onBlur: () => show((was) => (was?.by === "keys" ? undefined : was)),
    };
  }

  return { area, active, show, stop, onPress, endPress, open, hrefOf, pointerProps, markProps };
}

export type Marks = ReturnType<typeof useMarks>;

function alongList(count: number) {
  return (key: string, index: number): number | undefined => {
    if (key === "ArrowRight" || key === "ArrowDown") return index + 1;
    if (key === "ArrowLeft" || key === "ArrowUp") return index - 1;
    if (key === "Home") return 0;
    if (key === "End") return count - 1;
    return undefined;
  };
}

/** Hides the tooltip when a finger is put down outside the chart. */
function useCloseOutside(
  area: RefObject<HTMLElement | null>,
  watching: boolean,
  show: (mark: undefined) => void,
) {
  useEffect(() => {
    if (!watching) return;
    const onDown = (event: Event) => {
      if (!(event.target instanceof Node && area.current?.contains(event.target))) show(undefined);
    };
    document.addEventListener("pointerdown", onDown);
    return () => document.removeEventListener("pointerdown", onDown);
  }, [area, watching, show]);
}

/**
 * The properties that make an `<a>` lead to a screen of the product. Unlike `ScreenLink`, it preloads
 * nothing: a pointer that crosses a chart touches dozens of marks. Ctrl, ⌘ and the middle button open another tab.
 */
function useOpenTarget() {
  const navigate = useNavigate();
  return {
    hrefOf,
    open: (event: MouseEvent, target: Target) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate(target);
    },
  };
}
