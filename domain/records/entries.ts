/** The entries of a record with all its keys, whose type `Object.entries` forgets. */
export function entriesOf<Key extends string, Value>(record: Readonly<Record<Key, Value>>): [Key, Value][] {
  // The type allows further keys in the object; records written out in full, which this is for, have none.
  return Object.entries(record) as [Key, Value][];
}
