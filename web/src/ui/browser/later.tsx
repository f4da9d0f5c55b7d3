import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { whenIdle } from "../../api/when-quiet.ts";
import { RetryPanel } from "../message/RetryPanel.tsx";
import { laterStyles } from "./later-styles.ts";

/** How long after a failure a part is requested again by itself, in milliseconds. */
const retryAfter = 5_000;

/** The state of a part that can't be shown yet: still loading, or failed, perhaps with another attempt under way. */
export type Away = { failed: boolean; retrying: boolean; retry: () => void };

/** A component whose code is loaded apart from the screen's. `preload` starts to load it, and never rejects. */
export type LaterPart<Props> = ((props: Props) => ReactNode) & { preload: () => Promise<void> };

/**
 * A component whose code, with the style that it may need, is loaded when it is first shown, or earlier by `preload`.
 * Until then, and if one of them can't be fetched, `instead` is shown in its place. Unlike React's `lazy` it never throws: an error would replace the
 * whole screen. After a failure, the code is requested again by `retry`, when the device reports a connection, and
 * every few seconds.
 *
 * Chrome before version 156 remembers that a module could not be fetched until the page is loaded again
 * (https://github.com/whatwg/html/issues/6768); there only that helps.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: (props: Props, away: Away) => ReactNode,
  style: () => Promise<void> = laterStyles,
): LaterPart<Props> {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const request = () => {
    loading ??= Promise.all([load(), style()])
      .then(([component]) => {
        Part = component;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  };

  function Later(props: Props) {
    const [state, setState] = useState<"loading" | "loaded" | "failed" | "retrying">(
      Part ? "loaded" : "loading",
    );
    const [retry] = useState(() => () => setState((now) => (now === "failed" ? "retrying" : now)));
    // Listens from the start: a listener added once the failure shows would miss a connection reported between the two.
    useEffect(() => {
      addEventListener("online", retry);
      return () => removeEventListener("online", retry);
    }, [retry]);
    useEffect(() => {
      if (state === "loaded" || state === "failed") return;
      let gone = false;
      const tell = (next: "loaded" | "failed") => () => !gone && setState(next);
      // The code may have come since this was rendered.
      (Part ? Promise.resolve() : request()).then(tell("loaded"), tell("failed"));
      return () => {
        gone = true;
      };
    }, [state]);

    // A connection that came and went is not reported, and nobody may look at what failed.
    useEffect(() => {
      if (state !== "failed") return;
      const timer = setTimeout(retry, retryAfter);
      return () => clearTimeout(timer);
    }, [state, retry]);

    if (Part) return <Part {...props} />;
    const retrying = state === "retrying";
    return instead(props, {
      failed: state === "failed" || retrying,
      retrying,
      retry,
    });
  }
  return Object.assign(Later, {
    // Showing the part tries again, and says if that fails too.
    preload: () => (Part ? Promise.resolve() : request().catch(() => {})),
  });
}

/**
 * A part that joins a screen which is shown without it: its code is loaded once the browser is idle, or it would delay the
 * screen's first rows. Its style is that of the screen (web/first-styles.ts), so nothing moves when the style of all screens comes.
 */
export function laterBeside<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: (props: Props) => ReactNode,
): LaterPart<Props> {
  const loadWhenIdle = () => new Promise<void>(whenIdle).then(load);
  return later(loadWhenIdle, instead, async () => {});
}

/** In the place of a part that could not be loaded. */
export function NotLoaded({ retrying, retry }: Pick<Away, "retrying" | "retry">) {
  return (
    <RetryPanel
      message="This could not be loaded. Please check your connection."
      onRetry={retry}
      retrying={retrying}
    />
  );
}
