/** What belongs to one user: the next one on this device has their own. The same at every call for a user. */
export function eachUser<List>(make: () => List): (user: string) => List {
  const known = new Map<string, List>()
  return (user) => {
    const list = known.get(user) ?? make()
    known.set(user, list)
    return list
  }
}
