/**
 * Runs a task for each key, one at a time per key. All who ask while it runs share one more run behind it, which sees
 * what has changed for them. The task must not reject.
 */
export function oneAtATime(task: (key: string) => Promise<void>): (key: string) => void {
  /** The keys whose task runs, and whether it runs once more. */
  const running = new Map<string, boolean>();

  async function run(key: string): Promise<void> {
    do {
      running.set(key, false);
      await task(key);
    } while (running.get(key));
    running.delete(key);
  }

  return (key) => {
    if (running.has(key)) running.set(key, true);
    else void run(key);
  };
}
