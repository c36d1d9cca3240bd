/** The coin's symbol in the query string; empty when missing. */
export const symbolOf = (search: URLSearchParams): string => (search.get('symbol') ?? '').trim().toUpperCase()
