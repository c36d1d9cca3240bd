/** Which coin the address is about; empty when it does not say. */
export const symbolOf = (search: URLSearchParams): string => (search.get('symbol') ?? '').trim().toUpperCase()
