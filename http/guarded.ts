import type { FastifyBaseLogger } from "fastify";

/**
 * Makes a handler of an event, a timer or a notification that can't end the process. Such a handler has no caller who
 * would catch what it throws, or the promise that it rejects: that is logged under the name `what`, and `recover`, given
 * the same arguments, lets go of what the handler was about.
 */
export function guarded<Args extends unknown[]>(
  log: Pick<FastifyBaseLogger, "error">,
  what: string,
  handle: (...args: Args) => unknown,
  recover?: (...args: Args) => void,
): (...args: Args) => void {
  const fail = (error: unknown, args: Args) => {
    log.error({ err: error }, what);
    recover?.(...args);
  };
  return (...args) => {
    try {
      const result = handle(...args);
      if (result instanceof Promise) result.catch((error: unknown) => fail(error, args));
    } catch (error) {
      fail(error, args);
    }
  };
}
