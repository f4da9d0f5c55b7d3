import type { FastifyBaseLogger } from "fastify";

/**
 * Wraps the handler of an event, a timer or a notification so that it can't end the process. Such a handler has no
 * caller that catches its error or its rejected promise: the error is logged under the name `what`, and `recover`,
 * called with the same arguments, drops what the handler was working on.
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
