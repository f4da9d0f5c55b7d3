/**
 * A value of `TEST_TODAY` in milliseconds since 1970: an Indian day (its noon), an Indian day and time, or an instant
 * that ends with its zone. Throws an Error whose message is for the person.
 */
export function readMoment(text: string): number {
  const indian = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(text);
  const instant = indian ? `${indian[1]}T${indian[2] ?? "12:00"}+05:30` : text;
  const moment = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(instant) ? Date.parse(instant) : Number.NaN;
  if (Number.isNaN(moment))
    throw new Error(
      `TEST_TODAY takes an Indian day and time such as 2026-12-31 23:50, or 2026-12-31T18:20:00Z; it is ${text}`,
    );
  return moment;
}

/** By how many milliseconds the clock of this run of the tests is ahead of the real one. */
export const clockAhead = (): number => Number(process.env.TEST_CLOCK_AHEAD ?? 0);

/** A script that puts `Date` ahead, for Node and for pages; timers and `performance` stay as they are. */
export const scriptAhead = (ahead: number): string => `{
  const Real = Date;
  const now = () => Real.now() + ${ahead};
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
  Real.prototype.constructor = Date;
}`;

/**
 * Lets the clock of all tests begin at `TEST_TODAY`, where it is set, and run on from there: in this process and in all
 * that it starts. Configurations of test runners call it. Pages and PostgreSQL are put ahead where tests start them.
 */
export function startAtTestToday(): void {
  const text = process.env.TEST_TODAY;
  // A process of a run that has begun: it started with the clock ahead.
  if (!text || process.env.TEST_CLOCK_AHEAD) return;
  const ahead = readMoment(text) - Date.now();
  process.env.TEST_CLOCK_AHEAD = String(ahead);
  const script = scriptAhead(ahead);
  process.env.NODE_OPTIONS = [
    process.env.NODE_OPTIONS,
    `--import=data:text/javascript,${encodeURIComponent(script)}`,
  ]
    .filter(Boolean)
    .join(" ");
  new Function(script)();
}

/** SQL that puts the clock of a database ahead, before anything refers to it. */
export const sqlAhead = (ahead: number): string =>
  ["now", "clock_timestamp"]
    .map(
      (name) => `alter function pg_catalog.${name}() rename to real_${name};
        create function pg_catalog.${name}() returns timestamptz language sql ${name === "now" ? "stable" : "volatile"}
        parallel safe return pg_catalog.real_${name}() + interval '${ahead} milliseconds';`,
    )
    .join("\n");
