/** One store per user: data of one user is never shown to the next. Returns the same object for the same user. */
export function perUser<List>(make: (user: string) => List): (user: string) => List {
  const byUser = new Map<string, List>()
  return (user) => {
    const list = byUser.get(user) ?? make(user)
    byUser.set(user, list)
    return list
  }
}
