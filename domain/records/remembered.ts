/** Remembers what is computed of a value, as long as the value is there, because it is compared many times. */
export function remembered<Value extends object, Result>(
  compute: (value: Value) => Result,
): (value: Value) => Result {
  const known = new WeakMap<Value, Result>();
  return (value) => {
    const result = known.get(value) ?? compute(value);
    known.set(value, result);
    return result;
  };
}
