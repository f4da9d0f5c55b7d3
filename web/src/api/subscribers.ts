/** Listeners of something that changes: `subscribe` returns what removes the listener again, `notify` calls all of them. */
export function createSubscribers() {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (): void => {
      for (const listener of listeners) listener();
    },
  };
}
