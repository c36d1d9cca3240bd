/** The same store for the same id, such as that of a coin. */
export function perId<Id, Store>(make: (id: Id) => Store): (id: Id) => Store {
  const byId = new Map<Id, Store>()
  return (id) => {
    const store = byId.get(id) ?? make(id)
    byId.set(id, store)
    return store
  }
}

/** One store per user: data of one user is never shown to the next. Returns the same object for the same user. */
export const perUser: <Store>(make: (user: string) => Store) => (user: string) => Store = perId
