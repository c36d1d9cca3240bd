/** Where a reader wanted to go before they were asked to sign up: a path of ours, or home. */
export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  if (typeof from !== 'object' || from === null || !('pathname' in from)) return '/'
  const { pathname } = from
  const search = 'search' in from && typeof from.search === 'string' ? from.search : ''
  return typeof pathname === 'string' && /^\/(?!\/)/.test(pathname) ? pathname + search : '/'
}
