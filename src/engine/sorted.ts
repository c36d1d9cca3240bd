/** The entries of a map by key: the state text does not depend on the order of insertion. */
export function sorted<K extends string | number, V>(map: ReadonlyMap<K, V>): [K, V][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1))
}
